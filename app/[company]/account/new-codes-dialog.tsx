'use client';

import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTRPC } from '../../_trpc/client.ts';
import { Button } from '../../_ui/button.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { useSecretGuard } from '../../_ui/use-secret-guard.ts';
import type { AccountDialogProps } from './dialog-props.ts';
import { PasswordForm } from './password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export function NewCodesDialog({ onClose, onDone }: AccountDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const renew = useMutation(trpc.account.renewRecoveryCodes.mutationOptions({ gcTime: 0 }));
  const codes = renew.data?.recoveryCodes;
  const guard = useSecretGuard(() => {
    renew.reset();
    onDone('You have new recovery codes; the old ones work no more.');
  });
  function leave() {
    if (codes) guard.requestClose();
    else if (!renew.isPending) onClose();
  }

  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={(open) => !open && leave()}
      title={codes ? 'Your recovery codes' : 'New recovery codes'}
      description={
        codes
          ? 'Without your phone, each of these signs you in once. Save them now: they are shown only this once.'
          : 'Gives you ten new codes. The old ones work no more.'
      }
      initialFocus={() => document.getElementById(formId)?.querySelector('input')}
      footer={
        codes ? (
          <Button onClick={leave}>Done</Button>
        ) : (
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={renew.isPending}>
              Make new codes
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} guard={guard} />
      ) : (
        <PasswordForm id={formId} onSubmit={(password) => renew.mutateAsync({ password })} />
      )}
    </Dialog>
  );
}
