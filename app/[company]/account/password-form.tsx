'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { passwordInput } from '#server/api/schemas/account.ts';
import { showFormFailure } from '../../_trpc/form-failure.ts';
import { Field, FormError, Input } from '../../_ui/field.tsx';

interface PasswordFormProps {
  /** Ties a button outside the form to it. */
  id: string;
  /** Rejects with what the server has refused. */
  onSubmit: (password: string) => Promise<unknown>;
}

/** Asks who is there before what an open screen alone must not do. */
export function PasswordForm({ id, onSubmit }: PasswordFormProps) {
  const form = useForm({ resolver: zodResolver(passwordInput), defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    if (isSubmitting) return;
    try {
      await onSubmit(password);
    } catch (error) {
      showFormFailure(form, ['password'], error);
    }
  });

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <FormError>{errors.root?.message}</FormError>
      <Field label="Your password" error={errors.password?.message}>
        <Input {...form.register('password')} type="password" autoComplete="current-password" />
      </Field>
    </form>
  );
}
