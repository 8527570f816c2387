'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure, showFormFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { AlertDialog, Dialog, FormDialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, PasswordInput } from '#app/_ui/field.tsx';
import { count } from '#app/_ui/format.ts';
import { useSecretGuard } from '#app/_ui/use-secret-guard.ts';
import { passwordLength } from '#db/values/limits.ts';
import { changePasswordInput } from '#server/panel-api/schemas/account.ts';
import {
  type AccountDialogProps,
  CodeField,
  ProofForm,
  RecoveryCodes,
  TurnOnDialog,
} from './second-factor-dialog.tsx';

export type OpenDialog = 'password' | 'turnOn' | 'turnOff' | 'codes' | 'endOthers';

interface AccountDialogsProps {
  open: OpenDialog | undefined;
  hasSecondFactor: boolean;
  onClose: () => void;
  /** Called after a change of the account. */
  onDone: (by: OpenDialog, message: string) => void;
}

/** Each dialog is mounted only while it is open, so that no secret stays in memory. */
export function AccountDialogs(props: AccountDialogsProps) {
  const { open, hasSecondFactor, onClose, onDone } = props;
  const done = (message: string) => open && onDone(open, message);

  switch (open) {
    case 'password':
      return (
        <ChangePasswordDialog hasSecondFactor={hasSecondFactor} onClose={onClose} onDone={done} />
      );
    case 'turnOn':
      return <TurnOnDialog onClose={onClose} onDone={done} />;
    case 'turnOff':
      return <TurnOffDialog onClose={onClose} onDone={done} />;
    case 'codes':
      return <NewCodesDialog onClose={onClose} onDone={done} />;
    case 'endOthers':
      return <EndOthersDialog onClose={onClose} onDone={done} />;
    case undefined:
      return null;
  }
}

const typedTwice = changePasswordInput
  .extend({ again: z.string() })
  .refine(({ newPassword, again }) => newPassword === again, {
    path: ['again'],
    message: 'The passwords do not match',
  });

type PasswordChange = z.infer<typeof typedTwice>;

interface ChangePasswordProps extends AccountDialogProps {
  hasSecondFactor: boolean;
}

function ChangePasswordDialog({ hasSecondFactor, onClose, onDone }: ChangePasswordProps) {
  const trpc = useTRPC();
  const { user } = useSession();
  const formId = useId();
  const empty = { password: '', newPassword: '', again: '' };
  const form = useForm<PasswordChange>({
    resolver: zodResolver(typedTwice),
    /* A code that is empty is refused, one that is absent is not needed. */
    defaultValues: { ...empty, ...(hasSecondFactor && { code: '' }) },
  });
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      gcTime: 0,
      onSuccess: () =>
        onDone('Your password was changed. You are signed out on all other devices.'),
    }),
  );
  const { errors } = form.formState;

  const submit = form.handleSubmit(({ again: _, ...input }) => {
    if (change.isPending) return;
    change.mutate(input, {
      onError: (error) => showFormFailure(form, ['password', 'newPassword', 'code'], error),
    });
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Change password"
      description="You stay signed in here and are signed out on all other devices."
      formId={formId}
      submitLabel="Change password"
      pending={change.isPending}
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <FormError>{errors.root?.message}</FormError>
        {/* For password managers. */}
        <input hidden readOnly autoComplete="username" value={user.email} />
        <Field label="Current password" error={errors.password?.message}>
          <PasswordInput {...form.register('password')} autoComplete="current-password" />
        </Field>
        <Field
          label="New password"
          hint={`At least ${passwordLength.shortest} characters.`}
          error={errors.newPassword?.message}
        >
          <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
        </Field>
        <Field label="New password again" error={errors.again?.message}>
          <PasswordInput {...form.register('again')} autoComplete="new-password" />
        </Field>
        {hasSecondFactor && <CodeField error={errors.code?.message} {...form.register('code')} />}
      </form>
    </FormDialog>
  );
}

function TurnOffDialog({ onClose, onDone }: AccountDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const turnOff = useMutation(
    trpc.account.disableSecondFactor.mutationOptions({
      gcTime: 0,
      onSuccess: () => onDone('Two-step sign-in is off.'),
    }),
  );

  return (
    <FormDialog
      onClose={onClose}
      title="Turn off two-step sign-in?"
      description="You then sign in with your password only. The recovery codes stop working."
      formId={formId}
      submitLabel="Turn off"
      tone="danger"
      pending={turnOff.isPending}
    >
      <ProofForm id={formId} needsCode onSubmit={(proof) => turnOff.mutateAsync(proof)} />
    </FormDialog>
  );
}

function EndOthersDialog({ onClose, onDone }: AccountDialogProps) {
  const trpc = useTRPC();
  const end = useMutation(
    trpc.account.endOtherSessions.mutationOptions({
      onSuccess: ({ ended }) => onDone(`${count(ended, 'session')} ended.`),
    }),
  );

  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && !end.isPending && onClose()}
      title="End all other sessions?"
      description="You stay signed in here. All other browsers are signed out at once."
      confirmLabel="End all others"
      pending={end.isPending}
      onConfirm={() => end.mutate()}
    >
      <FormError>{end.isError && readFailure(end.error).message}</FormError>
    </AlertDialog>
  );
}

function NewCodesDialog({ onClose, onDone }: AccountDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const renew = useMutation(trpc.account.renewRecoveryCodes.mutationOptions({ gcTime: 0 }));
  const codes = renew.data?.recoveryCodes;
  const guard = useSecretGuard({
    isShown: codes !== undefined,
    onClose: () => {
      renew.reset();
      onDone('You have new recovery codes. The old codes no longer work.');
    },
  });
  function close() {
    if (codes) guard.requestClose();
    else if (!renew.isPending) onClose();
  }

  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={(open) => !open && close()}
      title={codes ? 'Your recovery codes' : 'New recovery codes'}
      description={
        codes
          ? 'Without your phone, you can use each code once to sign in. Save them now: they are not shown again.'
          : 'Creates ten new codes. The old codes stop working.'
      }
      initialFocus={() => document.getElementById(formId)?.querySelector('input')}
      footer={
        codes ? (
          <Button onClick={close}>Done</Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={renew.isPending}>
              Create codes
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} guard={guard} />
      ) : (
        <ProofForm id={formId} needsCode onSubmit={(proof) => renew.mutateAsync(proof)} />
      )}
    </Dialog>
  );
}
