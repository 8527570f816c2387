'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { disableSecondFactorInput } from '#server/api/schemas/account.ts';
import { useTRPC } from '../../_trpc/client.ts';
import { showFormFailure } from '../../_trpc/form-failure.ts';
import { Button } from '../../_ui/button.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { Field, FormError, Input } from '../../_ui/field.tsx';
import type { AccountDialogProps } from './dialog-props.ts';

export function TurnOffDialog({ onClose, onDone }: AccountDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const form = useForm({
    resolver: zodResolver(disableSecondFactorInput),
    defaultValues: { password: '', code: '' },
  });
  const turnOff = useMutation(
    trpc.account.disableSecondFactor.mutationOptions({
      gcTime: 0,
      onSuccess: () => onDone('Two-step sign-in is off.'),
    }),
  );
  const { errors } = form.formState;
  const leave = () => !turnOff.isPending && onClose();

  const submit = form.handleSubmit((proof) => {
    if (turnOff.isPending) return;
    turnOff.mutate(proof, {
      onError: (error) => showFormFailure(form, ['password', 'code'], error),
    });
  });

  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={(open) => !open && leave()}
      title="Turn off two-step sign-in?"
      description="From then on your password alone signs you in. The recovery codes work no more."
      initialFocus={() => document.getElementById(formId)?.querySelector('input')}
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" pending={turnOff.isPending}>
            Turn off
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <FormError>{errors.root?.message}</FormError>
        <Field label="Your password" error={errors.password?.message}>
          <Input {...form.register('password')} type="password" autoComplete="current-password" />
        </Field>
        <Field
          label="Code"
          hint="From your authenticator app, or one of your recovery codes."
          error={errors.code?.message}
        >
          <Input {...form.register('code')} autoComplete="one-time-code" spellCheck={false} />
        </Field>
      </form>
    </Dialog>
  );
}
