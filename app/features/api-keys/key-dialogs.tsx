'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure, showFormFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { type DraftDialog, useFormDraft } from '#app/_trpc/use-draft.ts';
import { AlertDialog, FormDialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { CreateKeyDialog, type KeyDialog, RotateKeyDialog } from './issue-key.tsx';
import { KeyKind } from './key-cells.tsx';
import { KeyForm } from './key-form.tsx';
import { keyFormSchema, serverFields, settingsOf, valuesOf } from './key-form-values.ts';
import { impactText } from './key-labels.ts';

interface KeyDialogsProps {
  dialog: DraftDialog<KeyDialog>;
  /** Called after a new secret was shown and removed from memory. */
  onIssued: (id: string) => void;
  /** Called after a key was changed, with a message. */
  onChanged: (message: string) => void;
  onDeactivated: (key: ApiKeyView) => void;
  /** Called after a key was deleted, with a message. */
  onDeleted: (message: string) => void;
}

/** Each dialog is mounted only while it is open. */
export function KeyDialogs({
  dialog,
  onIssued,
  onChanged,
  onDeactivated,
  onDeleted,
}: KeyDialogsProps) {
  const { open, about, close } = dialog;
  const closeIssued = (id?: string) => (id ? onIssued(id) : close());
  if (!open || !about) return null;
  if (about.kind === 'create') return <CreateKeyDialog dialog={dialog} onClose={closeIssued} />;

  const { key } = about;
  switch (about.kind) {
    case 'edit':
      return (
        <EditKeyDialog
          apiKey={key}
          dialog={dialog}
          onSaved={(saved) => onChanged(`“${saved.name}” is saved`)}
        />
      );
    case 'rotate':
      return <RotateKeyDialog apiKey={key} onClose={closeIssued} />;
    case 'deactivate':
      return <DeactivateKeyDialog apiKey={key} onClose={close} onDone={() => onDeactivated(key)} />;
    case 'delete':
      return (
        <DeleteKeyDialog
          apiKey={key}
          onClose={close}
          onDone={() => onDeleted(`“${key.name}” is deleted`)}
        />
      );
  }
}

interface EditKeyDialogProps {
  apiKey: ApiKeyView;
  dialog: DraftDialog<KeyDialog>;
  /** Called after saving. The list must be refetched. */
  onSaved: (key: ApiKeyView) => void;
}

export function EditKeyDialog({ apiKey, dialog, onSaved }: EditKeyDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const { timeZone } = useSession().company;
  const [now] = useState(() => new Date());
  const form = useForm({
    resolver: zodResolver(keyFormSchema(timeZone)),
    defaultValues: valuesOf(apiKey, timeZone),
  });
  useFormDraft(dialog, form);
  const update = useMutation(trpc.apiKeys.update.mutationOptions());

  const submit = form.handleSubmit((values) => {
    if (update.isPending) return;
    update.mutate(
      { id: apiKey.id, ...settingsOf(values, apiKey.expiresAt, { now, timeZone }) },
      {
        onSuccess: onSaved,
        onError: (error) => showFormFailure(form, serverFields, error),
      },
    );
  });

  return (
    <FormDialog
      onClose={dialog.close}
      title={
        <>
          Edit “<bdi>{apiKey.name}</bdi>” <KeyKind kind={apiKey.kind} />
        </>
      }
      description="Changes apply from the next request on. The key itself does not change."
      formId={formId}
      submitLabel="Save changes"
      pending={update.isPending}
    >
      <KeyForm id={formId} form={form} onSubmit={submit} now={now} edited={apiKey} />
    </FormDialog>
  );
}

interface DeactivateKeyDialogProps {
  apiKey: ApiKeyView;
  onClose: () => void;
  onDone: () => void;
}

export function DeactivateKeyDialog({ apiKey, onClose, onDone }: DeactivateKeyDialogProps) {
  const trpc = useTRPC();
  const deactivate = useMutation(trpc.apiKeys.deactivate.mutationOptions({ onSuccess: onDone }));

  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && !deactivate.isPending && onClose()}
      title={
        <>
          Deactivate “<bdi>{apiKey.name}</bdi>”?
        </>
      }
      description="Requests with this key will be refused. You can activate it again."
      confirmLabel="Deactivate key"
      pending={deactivate.isPending}
      onConfirm={() => deactivate.mutate({ id: apiKey.id })}
    >
      <p className="rounded-sm bg-surface-2 px-3 py-2">
        {impactText(apiKey)}
        {apiKey.lastUsedAt && (
          <>
            {' '}
            Last used <RelativeTime at={apiKey.lastUsedAt} />
            {apiKey.lastUsedClient && ` by ${apiKey.lastUsedClient}`}.
          </>
        )}
      </p>
      <FormError>{deactivate.error && readFailure(deactivate.error).message}</FormError>
    </AlertDialog>
  );
}

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
  const matches = useWatch({ control: form.control, name: 'name' }).trim() === apiKey.name;

  const submit = form.handleSubmit(({ name }) => {
    if (remove.isPending || !matches) return;
    remove.mutate(
      { id: apiKey.id, name },
      {
        onError: (error) => showFormFailure(form, ['name'], error),
      },
    );
  });

  return (
    <FormDialog
      onClose={onClose}
      title={
        <>
          Delete “<bdi>{apiKey.name}</bdi>”?
        </>
      }
      description="This cannot be undone. Leads received with this key are kept."
      formId={formId}
      submitLabel="Delete key"
      tone="danger"
      disabled={!matches}
      pending={remove.isPending}
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <FormError>{errors.root?.message}</FormError>
        <Field
          label={
            <>
              Type <bdi className="font-semibold">{apiKey.name}</bdi> to confirm
            </>
          }
          hint="Type the name as it is shown"
          error={errors.name?.message}
        >
          <Input {...form.register('name')} autoComplete="off" spellCheck={false} />
        </Field>
      </form>
    </FormDialog>
  );
}
