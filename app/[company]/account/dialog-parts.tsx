'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { Download } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showFormFailure } from '#app/_trpc/form-failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { AlertDialog } from '#app/_ui/dialog.tsx';
import { Field } from '#app/_ui/field.tsx';
import { FormError } from '#app/_ui/form-error.tsx';
import { Input } from '#app/_ui/input.tsx';
import { PasswordInput } from '#app/_ui/password-input.tsx';
import { saveFile } from '#app/_ui/save-file.ts';
import type { SecretGuard } from '#app/_ui/use-secret-guard.ts';
import { proofInput } from '#server/panel-api/schemas/account.ts';

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
