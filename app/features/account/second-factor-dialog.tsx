'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ComponentProps, useEffect, useId, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { encode } from 'uqr';
import type { z } from 'zod';
import { useTRPC } from '#app/_trpc/client.ts';
import { showFormFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { AlertDialog, Dialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, Input, PasswordInput } from '#app/_ui/field.tsx';
import { saveFile } from '#app/_ui/save-file.ts';
import { type SecretGuard, useSecretGuard } from '#app/_ui/use-secret-guard.ts';
import { codeInput, type NewSecondFactor, proofInput } from '#server/panel-api/schemas/account.ts';

/** Three steps: password; secret and first code; recovery codes. */
export function TurnOnDialog({ onClose, onDone }: AccountDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const begin = useMutation(trpc.account.beginSecondFactor.mutationOptions({ gcTime: 0 }));
  const confirm = useMutation(trpc.account.confirmSecondFactor.mutationOptions({ gcTime: 0 }));
  const codes = confirm.data?.recoveryCodes;
  const guard = useSecretGuard({
    isShown: codes !== undefined,
    onClose: () => {
      begin.reset();
      confirm.reset();
      onDone('Two-step sign-in is on. You are signed out on all other devices.');
    },
  });
  const pending = begin.isPending || confirm.isPending;
  function close() {
    if (codes) guard.requestClose();
    else if (!pending) onClose();
  }

  const proceed = (label: string) => (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button type="submit" form={formId} variant="primary" pending={pending}>
        {label}
      </Button>
    </>
  );
  const shared = {
    open: true,
    dismissible: false,
    onOpenChange: (open: boolean) => !open && close(),
    initialFocus: () => document.getElementById(formId)?.querySelector('input'),
  };

  if (codes) {
    return (
      <Dialog
        {...shared}
        title="Your recovery codes"
        description="Two-step sign-in is on. Without your phone, you can use each code once to sign in. Save them now: they are not shown again."
        footer={<Button onClick={close}>Done</Button>}
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
        description="Scan the QR code with an authenticator app, then enter the code that it shows."
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
      description="You need an authenticator app on your phone. Enter your password to start."
      footer={proceed('Continue')}
    >
      <ProofForm id={formId} needsCode={false} onSubmit={(proof) => begin.mutateAsync(proof)} />
    </Dialog>
  );
}

function AppSecret({ uri, secret }: NewSecondFactor) {
  return (
    <>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <div className="grid gap-1">
        <p className="text-fg-muted text-sm">
          If you cannot scan the code, enter this secret in the app:
        </p>
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

interface CodeFormProps {
  /** For a submit button outside the form. */
  id: string;
  /** Rejects with the error of the server. */
  onSubmit: (code: string) => Promise<unknown>;
}

/** The first code, which proves that the app has the secret. */
function CodeForm({ id, onSubmit }: CodeFormProps) {
  const form = useForm({ resolver: zodResolver(codeInput), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;

  /* The form that had the focus was replaced. */
  useEffect(() => setFocus('code'), [setFocus]);

  const submit = form.handleSubmit(async ({ code }) => {
    if (isSubmitting) return;
    try {
      await onSubmit(code);
    } catch (error) {
      showFormFailure(form, ['code'], error);
    }
  });

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <FormError>{errors.root?.message}</FormError>
      <Field label="Code from the app" error={errors.code?.message}>
        <Input
          {...form.register('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="font-mono"
        />
      </Field>
    </form>
  );
}

/** Width of the white border in modules, required by ISO/IEC 18004. */
const quietZone = 4;

/** Black on white in both themes: not all apps read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const side = size + 2 * quietZone;
  const dots = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + quietZone} ${y + quietZone}h1v1h-1z`] : [])),
  );

  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-48 max-w-full justify-self-center rounded-sm border border-border"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={dots.join('')} />
    </svg>
  );
}

export interface AccountDialogProps {
  onClose: () => void;
  /** @param message the result */
  onDone: (message: string) => void;
}

interface RecoveryCodesProps {
  codes: string[];
  /** Keeps the dialog open until the codes were saved. */
  guard: SecretGuard;
}

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, guard }: RecoveryCodesProps) {
  const { application, user } = useSession();
  const copyRef = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLOListElement>(null);
  const lines = codes.join('\n');

  /* The form that had the focus was replaced. */
  useEffect(() => copyRef.current?.focus(), []);

  function download() {
    const heading = `Recovery codes of ${user.email} for ${application.name}. Each works once.`;
    saveFile('recovery-codes.txt', `${heading}\n\n${lines}\n`);
    guard.markCopied();
  }

  return (
    <div className="grid gap-4">
      <ol
        ref={listRef}
        aria-label="Recovery codes"
        data-testid="recovery-codes"
        onCopy={guard.markCopied}
        className="grid grid-cols-2 gap-x-6 gap-y-1 justify-self-center rounded-sm border border-border bg-bg px-6 py-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap justify-center gap-2">
        <CopyButton
          value={lines}
          label="Copy codes"
          variant="primary"
          buttonRef={copyRef}
          source={listRef}
          onCopied={guard.markCopied}
        />
        <Button onClick={download}>
          <Download aria-hidden />
          Download
        </Button>
      </div>
      <AlertDialog
        open={guard.confirming}
        onOpenChange={guard.setConfirming}
        title="Close without saving?"
        description="The codes cannot be shown again. Without them, losing your phone locks you out."
        cancelLabel="Back to the codes"
        confirmLabel="Close without saving"
        onConfirm={guard.close}
        finalFocus={copyRef}
      />
    </div>
  );
}

const proofWithCode = proofInput.required();

type Proof = z.infer<typeof proofInput>;

interface ProofFormProps {
  /** For a submit button outside the form. */
  id: string;
  /** Also requires a code of the second factor. */
  needsCode: boolean;
  /** Rejects with the error of the server. */
  onSubmit: (proof: Proof) => Promise<unknown>;
}

/** The password, with a code where the second factor is on: required before a sensitive change. */
export function ProofForm({ id, needsCode, onSubmit }: ProofFormProps) {
  const form = useForm<Proof>({
    resolver: zodResolver(needsCode ? proofWithCode : proofInput),
    defaultValues: { password: '', ...(needsCode && { code: '' }) },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (proof) => {
    if (isSubmitting) return;
    try {
      await onSubmit(proof);
    } catch (error) {
      showFormFailure(form, ['password', 'code'], error);
    }
  });

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <FormError>{errors.root?.message}</FormError>
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      {needsCode && <CodeField error={errors.code?.message} {...form.register('code')} />}
    </form>
  );
}

interface CodeFieldProps extends ComponentProps<'input'> {
  error: string | undefined;
}

/** A code of the second factor. */
export function CodeField({ error, ...rest }: CodeFieldProps) {
  return (
    <Field
      label="Code"
      hint="From your authenticator app, or one of your recovery codes."
      error={error}
    >
      <Input {...rest} autoComplete="one-time-code" spellCheck={false} />
    </Field>
  );
}
