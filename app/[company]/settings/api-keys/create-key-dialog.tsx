'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTRPC } from '../../../_trpc/client.ts';
import { showFormFailure } from '../../../_trpc/form-failure.ts';
import { Button } from '../../../_ui/button.tsx';
import { IssuingDialog } from './issuing-dialog.tsx';
import { KeyForm } from './key-form.tsx';
import { keyFormSchema, newKeyValues, serverFields, settingsOf } from './key-form-values.ts';

interface CreateKeyDialogProps {
  /** @param createdId of the new key, if one was made */
  onClose: (createdId?: string) => void;
}

export function CreateKeyDialog({ onClose }: CreateKeyDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const [now] = useState(() => new Date());
  const form = useForm({ resolver: zodResolver(keyFormSchema), defaultValues: newKeyValues });
  const create = useMutation(trpc.apiKeys.create.mutationOptions({ gcTime: 0 }));

  const submit = form.handleSubmit((values) => {
    if (create.isPending) return;
    create.mutate(settingsOf(values, null, now), {
      onError: (error) => showFormFailure(form, serverFields, error),
    });
  });

  return (
    <IssuingDialog
      issuing={create}
      onClose={onClose}
      title="Create API key"
      description="With a key another system can send leads to this company."
      next={`“${create.data?.key.name}” is ready. Copy the key now: it is shown only this once.`}
      initialFocus={() => document.getElementById(formId)?.querySelector('input')}
      action={
        <Button type="submit" form={formId} variant="primary" pending={create.isPending}>
          Create key
        </Button>
      }
    >
      <KeyForm id={formId} form={form} onSubmit={submit} now={now} />
    </IssuingDialog>
  );
}
