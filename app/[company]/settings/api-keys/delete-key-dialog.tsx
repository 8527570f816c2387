'use client';

import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { ApiKeyView } from '#server/api/schemas/api-keys.ts';
import { useTRPC } from '../../../_trpc/client.ts';
import { showFormFailure } from '../../../_trpc/form-failure.ts';
import { Button } from '../../../_ui/button.tsx';
import { Dialog } from '../../../_ui/dialog.tsx';
import { Field, FormError, Input } from '../../../_ui/field.tsx';

interface DeleteKeyDialogProps {
  apiKey: ApiKeyView;
  onClose: () => void;
  onDone: () => void;
}

export function DeleteKeyDialog({ apiKey, onClose, onDone }: DeleteKeyDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const form = useForm({ defaultValues: { name: '' } });
  const remove = useMutation(trpc.apiKeys.delete.mutationOptions({ onSuccess: onDone }));
  const { errors } = form.formState;

  const submit = form.handleSubmit(({ name }) => {
    if (remove.isPending) return;
    remove.mutate(
      { id: apiKey.id, name },
      {
        onError: (error) => showFormFailure(form, ['name'], error),
      },
    );
  });

  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      title={`Delete “${apiKey.name}”?`}
      description="This cannot be undone. Leads that came in with this key stay."
      initialFocus={() => document.getElementById(formId)?.querySelector('input')}
      footer={
        <>
          <Button onClick={() => !remove.isPending && onClose()}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" pending={remove.isPending}>
            Delete key
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <FormError>{errors.root?.message}</FormError>
        <Field
          label={
            <>
              Type <strong className="font-semibold">{apiKey.name}</strong> to confirm
            </>
          }
          error={errors.name?.message}
        >
          <Input
            {...form.register('name', {
              validate: (name) => name.trim() === apiKey.name || 'Type the name as it is shown',
            })}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      </form>
    </Dialog>
  );
}
