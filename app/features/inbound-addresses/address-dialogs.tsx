'use client';

import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTRPC } from '#app/_trpc/client.ts';
import { showFormFailure } from '#app/_trpc/failure.ts';
import type { DraftDialog } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { Dialog, FormDialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import type { AddressView } from '#server/panel-api/schemas/inbound-addresses.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { UrlField } from './url-field.tsx';
import type { AddressDialog } from './use-address-form.ts';

interface AddressDialogsProps {
  dialog: DraftDialog<AddressDialog>;
  /** Called after the new address was shown. */
  onCreated: (id: string) => void;
  /** Called after an address was changed, with a message. */
  onChanged: (message: string) => void;
  /** Called after an address was deleted, with a message. */
  onDeleted: (message: string) => void;
}

/** Each dialog is mounted only while it is open, so that no address stays in memory. */
export function AddressDialogs({ dialog, onCreated, onChanged, onDeleted }: AddressDialogsProps) {
  const { open, about, close } = dialog;
  if (!open || !about) return null;

  switch (about.kind) {
    case 'connect':
      return (
        <ConnectDialog dialog={dialog} place={about.place} onClose={close} onCreated={onCreated} />
      );
    case 'edit':
      return (
        <EditDialog
          address={about.address}
          dialog={dialog}
          onSaved={({ name }) => onChanged(`“${name}” is saved`)}
        />
      );
    case 'rotate':
      return (
        <RotateDialog
          address={about.address}
          onClose={close}
          onDone={() => onChanged(`“${about.address.name}” has a new address`)}
        />
      );
    case 'delete':
      return (
        <DeleteDialog
          address={about.address}
          onClose={close}
          onDone={() => onDeleted(`“${about.address.name}” is deleted`)}
        />
      );
    case 'copy':
      return (
        <Dialog
          open
          onOpenChange={(next) => !next && close()}
          title={
            <>
              Address of “<bdi>{about.name}</bdi>”
            </>
          }
          footer={<Button onClick={close}>Done</Button>}
        >
          <UrlField url={about.url} />
        </Dialog>
      );
  }
}

interface DeleteDialogProps {
  address: AddressView;
  onClose: () => void;
  onDone: () => void;
}

function DeleteDialog({ address, onClose, onDone }: DeleteDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const form = useForm({ defaultValues: { name: '' } });
  const remove = useMutation(trpc.inboundAddresses.delete.mutationOptions({ onSuccess: onDone }));
  const { errors } = form.formState;
  const matches = useWatch({ control: form.control, name: 'name' }).trim() === address.name;

  const submit = form.handleSubmit(({ name }) => {
    if (remove.isPending || !matches) return;
    remove.mutate(
      { id: address.id, name },
      { onError: (error) => showFormFailure(form, ['name'], error) },
    );
  });

  return (
    <FormDialog
      onClose={onClose}
      title={
        <>
          Delete “<bdi>{address.name}</bdi>”?
        </>
      }
      description="This cannot be undone. Submissions to it will be refused; its key and its leads are kept."
      formId={formId}
      submitLabel="Delete address"
      tone="danger"
      disabled={!matches}
      pending={remove.isPending}
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <FormError>{errors.root?.message}</FormError>
        <Field
          label={
            <>
              Type <bdi className="font-semibold">{address.name}</bdi> to confirm
            </>
          }
          error={errors.name?.message}
        >
          <Input {...form.register('name')} autoComplete="off" spellCheck={false} />
        </Field>
      </form>
    </FormDialog>
  );
}
