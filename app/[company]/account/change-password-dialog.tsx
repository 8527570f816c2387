'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { passwordLength } from '#db/values/limits.ts';
import { changePasswordInput } from '#server/api/schemas/account.ts';
import { useTRPC } from '../../_trpc/client.ts';
import { showFormFailure } from '../../_trpc/form-failure.ts';
import { useSession } from '../../_trpc/session.tsx';
import { Button } from '../../_ui/button.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { Field, FormError, Input } from '../../_ui/field.tsx';
import type { AccountDialogProps } from './dialog-props.ts';

const schema = changePasswordInput
  .extend({ again: z.string() })
  .refine(({ newPassword, again }) => newPassword === again, {
    path: ['again'],
    message: 'The two are not the same',
  });

export function ChangePasswordDialog({ onClose, onDone }: AccountDialogProps) {
  const trpc = useTRPC();
  const { user } = useSession();
  const formId = useId();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: '', newPassword: '', again: '' },
  });
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      gcTime: 0,
      onSuccess: () => onDone('Your password is changed, and you are signed out everywhere else.'),
    }),
  );
  const { errors } = form.formState;
  const leave = () => !change.isPending && onClose();

  const submit = form.handleSubmit(({ password, newPassword }) => {
    if (change.isPending) return;
    change.mutate(
      { password, newPassword },
      {
        onError: (error) => showFormFailure(form, ['password', 'newPassword'], error),
      },
    );
  });

  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={(open) => !open && leave()}
      title="Change password"
      description="You stay signed in here, and are signed out everywhere else."
      initialFocus={() => document.getElementById(formId)?.querySelector('input[type="password"]')}
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={change.isPending}>
            Change password
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <FormError>{errors.root?.message}</FormError>
        {/* Tells password managers whose password it is. */}
        <input hidden readOnly autoComplete="username" value={user.email} />
        <Field label="Current password" error={errors.password?.message}>
          <Input {...form.register('password')} type="password" autoComplete="current-password" />
        </Field>
        <Field
          label="New password"
          hint={`At least ${passwordLength.shortest} characters.`}
          error={errors.newPassword?.message}
        >
          <Input {...form.register('newPassword')} type="password" autoComplete="new-password" />
        </Field>
        <Field label="New password again" error={errors.again?.message}>
          <Input {...form.register('again')} type="password" autoComplete="new-password" />
        </Field>
      </form>
    </Dialog>
  );
}
