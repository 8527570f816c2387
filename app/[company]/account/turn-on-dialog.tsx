'use client';

import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import type { NewSecondFactor } from '#server/api/schemas/account.ts';
import { useTRPC } from '../../_trpc/client.ts';
import { Button } from '../../_ui/button.tsx';
import { CopyButton } from '../../_ui/copy-button.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { useSecretGuard } from '../../_ui/use-secret-guard.ts';
import { CodeForm } from './code-form.tsx';
import type { AccountDialogProps } from './dialog-props.ts';
import { PasswordForm } from './password-form.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Password, then the secret and a code that proves it, then the recovery codes. */
export function TurnOnDialog({ onClose, onDone }: AccountDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const begin = useMutation(trpc.account.beginSecondFactor.mutationOptions({ gcTime: 0 }));
  const confirm = useMutation(trpc.account.confirmSecondFactor.mutationOptions({ gcTime: 0 }));
  const codes = confirm.data?.recoveryCodes;
  const guard = useSecretGuard(() => {
    begin.reset();
    confirm.reset();
    onDone('Two-step sign-in is on, and you are signed out everywhere else.');
  });
  const pending = begin.isPending || confirm.isPending;
  function leave() {
    if (codes) guard.requestClose();
    else if (!pending) onClose();
  }

  const proceed = (label: string) => (
    <>
      <Button onClick={leave}>Cancel</Button>
      <Button type="submit" form={formId} variant="primary" pending={pending}>
        {label}
      </Button>
    </>
  );
  const shared = {
    open: true,
    dismissible: false,
    onOpenChange: (open: boolean) => !open && leave(),
    initialFocus: () => document.getElementById(formId)?.querySelector('input'),
  };

  if (codes) {
    return (
      <Dialog
        {...shared}
        title="Your recovery codes"
        description="Two-step sign-in is on. Without your phone, each of these signs you in once. Save them now: they are shown only this once."
        footer={<Button onClick={leave}>Done</Button>}
      >
        <RecoveryCodes codes={codes} guard={guard} />
      </Dialog>
    );
  }
  if (begin.data) {
    return (
      <Dialog
        {...shared}
        title="Turn on two-step sign-in"
        description="Scan this with an authenticator app, then type the code that it shows."
        footer={proceed('Turn on')}
      >
        <div className="grid gap-4">
          <AppSecret {...begin.data} />
          <CodeForm id={formId} onSubmit={(code) => confirm.mutateAsync({ code })} />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      {...shared}
      title="Turn on two-step sign-in"
      description="You need an authenticator app on your phone, and first of all your password."
      footer={proceed('Continue')}
    >
      <PasswordForm id={formId} onSubmit={(password) => begin.mutateAsync({ password })} />
    </Dialog>
  );
}

function AppSecret({ uri, secret }: NewSecondFactor) {
  return (
    <>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <div className="grid gap-1">
        <p className="text-fg-muted text-sm">Cannot scan it? Type this secret into the app:</p>
        <p className="flex items-center gap-1">
          <code data-testid="totp-secret" className="min-w-0 select-all font-mono text-sm">
            {secret}
          </code>
          <CopyButton value={secret} label="Copy secret" iconOnly size="sm" variant="ghost" />
        </p>
      </div>
    </>
  );
}
