'use client';

import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { showFormFailure } from '#app/_trpc/failure.ts';
import type { DraftDialog } from '#app/_trpc/use-draft.ts';
import { FormDialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import { type AddressView, addressNameMax } from '#server/panel-api/schemas/inbound-addresses.ts';
import { proofOf, serverFields, settingsOf, valuesOf } from './address-form-values.ts';
import {
  NetworksField,
  ProofFields,
  StepFields,
  useFormSteps,
  VisitorFields,
} from './form-fields.tsx';
import { type AddressDialog, useAddressForm } from './use-address-form.ts';

interface EditDialogProps {
  address: AddressView;
  dialog: DraftDialog<AddressDialog>;
  onSaved: (address: AddressView) => void;
}

export function EditDialog({ address, dialog, onSaved }: EditDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const form = useAddressForm(dialog, valuesOf(address));
  const steps = useFormSteps({ form });
  const update = useMutation(trpc.inboundAddresses.update.mutationOptions());
  const { errors } = form.formState;

  const submit = form.handleSubmit((values) => {
    if (update.isPending || !steps.step) return;
    const proof = proofOf(values, address.hasProof);
    update.mutate(
      {
        id: address.id,
        ...settingsOf(values, steps.step.id),
        ...(proof !== undefined && { proof }),
      },
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
          Edit “<bdi>{address.name}</bdi>”
        </>
      }
      description="Changes apply from the next submission on. The address stays the same."
      formId={formId}
      submitLabel="Save changes"
      disabled={!steps.step}
      pending={update.isPending}
    >
      <form
        id={formId}
        tabIndex={-1}
        noValidate
        onSubmit={submit}
        className="grid gap-5 outline-none"
      >
        <FormError>{errors.root?.message}</FormError>
        <Field label="Name" error={errors.name?.message}>
          <Input
            {...form.register('name')}
            autoComplete="off"
            dir="auto"
            maxLength={addressNameMax + 20}
          />
        </Field>
        {address.step.isArchived && (
          <p className="text-warning">Its step is archived: choose where submissions go.</p>
        )}
        <StepFields id={formId} form={form} steps={steps} />
        <ProofFields form={form} preset={address.preset} hasProof={address.hasProof} />
        <VisitorFields form={form} preset={address.preset} />
        <NetworksField form={form} />
      </form>
    </FormDialog>
  );
}
