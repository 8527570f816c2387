'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTRPC } from '../../../_trpc/client.ts';
import { showFormFailure } from '../../../_trpc/form-failure.ts';
import { Button } from '../../../_ui/button.tsx';
import { Dialog } from '../../../_ui/dialog.tsx';
import { KeyForm } from './key-form.tsx';
import { keyFormSchema, newKeyValues, serverFields, settingsOf } from './key-form-values.ts';
import { SecretReveal } from './secret-reveal.tsx';
import { useSecretGuard } from './use-secret-guard.ts';

interface CreateKeyDialogProps {
  /** @param createdId of the new key, if one was made */
  onClose: (createdId?: string) => void;
}

/** Mounted only while it is open, so that nothing of the secret outlives it. */
export function CreateKeyDialog({ onClose }: CreateKeyDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const [now] = useState(() => new Date());
  const [failure, setFailure] = useState<string>();
  const form = useForm({ resolver: zodResolver(keyFormSchema), defaultValues: newKeyValues });
  const create = useMutation(trpc.apiKeys.create.mutationOptions({ gcTime: 0 }));
  const issued = create.data;

  const guard = useSecretGuard(() => {
    create.reset();
    onClose(issued?.key.id);
  });
  const submit = form.handleSubmit((values) => {
    if (create.isPending) return;
    setFailure(undefined);
    create.mutate(settingsOf(values, null, now), {
      onError: (error) => setFailure(showFormFailure(form, serverFields, error)),
    });
  });
  function leave() {
    if (issued) guard.requestClose();
    else if (!create.isPending) onClose();
  }

  return (
    <Dialog
      open
      dismissible={false}
      width={issued ? 'lg' : 'md'}
      onOpenChange={(open) => !open && leave()}
      title={issued ? 'Your new API key' : 'Create API key'}
      description={
        issued
          ? `“${issued.key.name}” is ready. Copy the key now: it is shown only this once.`
          : 'With a key another system can send leads to this company.'
      }
      initialFocus={() => document.getElementById(formId)?.querySelector('input')}
      finalFocus={() => !issued}
      footer={
        issued ? (
          <Button onClick={leave}>Done</Button>
        ) : (
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={create.isPending}>
              Create key
            </Button>
          </>
        )
      }
    >
      {issued ? (
        <SecretReveal apiKey={issued.key} secret={issued.secret} guard={guard} />
      ) : (
        <KeyForm id={formId} form={form} onSubmit={submit} failure={failure} now={now} />
      )}
    </Dialog>
  );
}
