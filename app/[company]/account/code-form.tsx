'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { codeInput } from '#server/api/schemas/account.ts';
import { showFormFailure } from '../../_trpc/form-failure.ts';
import { Field, FormError, Input } from '../../_ui/field.tsx';

interface CodeFormProps {
  /** Ties a button outside the form to it. */
  id: string;
  /** Rejects with what the server has refused. */
  onSubmit: (code: string) => Promise<unknown>;
}

/** Asks for a code of the app, to see that it has the secret. */
export function CodeForm({ id, onSubmit }: CodeFormProps) {
  const form = useForm({ resolver: zodResolver(codeInput), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;

  /* The form that stood here before had the focus; it is gone. */
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
