'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ApiKeyView } from '#server/api/schemas/api-keys.ts';
import { useTRPC } from '../../../_trpc/client.ts';
import { showFormFailure } from '../../../_trpc/form-failure.ts';
import { Button } from '../../../_ui/button.tsx';
import { Dialog } from '../../../_ui/dialog.tsx';
import { KeyForm } from './key-form.tsx';
import { keyFormSchema, serverFields, settingsOf, valuesOf } from './key-form-values.ts';

interface EditKeyDialogProps {
  apiKey: ApiKeyView;
  onClose: () => void;
  /** After it was stored; the list is to be asked for again. */
  onSaved: (key: ApiKeyView) => void;
}

export function EditKeyDialog({ apiKey, onClose, onSaved }: EditKeyDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const [now] = useState(() => new Date());
  const form = useForm({
    resolver: zodResolver(keyFormSchema),
    defaultValues: valuesOf(apiKey),
  });
  const update = useMutation(trpc.apiKeys.update.mutationOptions());

  const submit = form.handleSubmit((values) => {
    if (update.isPending) return;
    update.mutate(
      { id: apiKey.id, ...settingsOf(values, apiKey.expiresAt, now) },
      {
        onSuccess: onSaved,
        onError: (error) => showFormFailure(form, serverFields, error),
      },
    );
  });

  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={(open) => !open && !update.isPending && onClose()}
      title={`Edit “${apiKey.name}”`}
      description="Changes count from the next request on. The key itself stays the same."
      initialFocus={() => document.getElementById(formId)?.querySelector('input')}
      footer={
        <>
          <Button onClick={() => !update.isPending && onClose()}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={update.isPending}>
            Save changes
          </Button>
        </>
      }
    >
      <KeyForm id={formId} form={form} onSubmit={submit} now={now} edited={apiKey} />
    </Dialog>
  );
}
