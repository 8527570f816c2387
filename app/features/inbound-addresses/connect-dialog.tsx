'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTRPC } from '#app/_trpc/client.ts';
import { showFormFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import type { DraftDialog } from '#app/_trpc/use-draft.ts';
import { useOrigin } from '#app/_ui/address.ts';
import { Button, ButtonLink } from '#app/_ui/button.tsx';
import { Dialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import { Folded } from '#app/_ui/folded.tsx';
import { presetLabels } from '#db/values/inbound-addresses.ts';
import { addressNameMax, type IssuedAddress } from '#server/panel-api/schemas/inbound-addresses.ts';
import {
  type AddressFormValues,
  newAddressValues,
  proofOf,
  serverFields,
  settingsOf,
} from './address-form-values.ts';
import { urlOf } from './address-labels.ts';
import {
  KeyField,
  NetworksField,
  ProofFields,
  StepFields,
  ToolField,
  useFormSteps,
  VisitorFields,
} from './form-fields.tsx';
import { SetupGuide } from './setup-guide.tsx';
import { UrlField } from './url-field.tsx';
import { type AddressDialog, type Place, useAddressForm } from './use-address-form.ts';

interface ConnectDialogProps {
  dialog: DraftDialog<AddressDialog>;
  /** The step that is chosen at first. */
  place: Place | undefined;
  onClose: () => void;
  onCreated: (id: string) => void;
}

export function ConnectDialog({ dialog, place, onClose, onCreated }: ConnectDialogProps) {
  const trpc = useTRPC();
  const formId = useId();
  const form = useAddressForm(dialog, { ...newAddressValues, ...place });
  const steps = useFormSteps({ form });
  const create = useMutation(trpc.inboundAddresses.create.mutationOptions({ gcTime: 0 }));
  const issued = create.data;
  function close() {
    if (issued) onCreated(issued.item.id);
    else if (!create.isPending) onClose();
  }

  const submit = form.handleSubmit((values) => {
    if (create.isPending || !steps.step || values.preset === '') return;
    create.mutate(
      {
        ...settingsOf(values, steps.step.id),
        preset: values.preset,
        apiKeyId: values.apiKeyId || null,
        proof: proofOf(values, false) ?? null,
      },
      {
        // The form is not shown again, but the dialog stays open with the address.
        onSuccess: () => dialog.stored.write(undefined),
        onError: (error) => showFormFailure(form, serverFields, error),
      },
    );
  });

  return (
    <Dialog
      open
      dismissible={false}
      width={issued ? 'lg' : 'md'}
      onOpenChange={(open) => !open && close()}
      title={issued ? <bdi>{issued.item.name}</bdi> : 'Connect a form tool'}
      description={
        issued
          ? 'The address is ready. Treat it like a secret.'
          : 'The tool sends each submission to an address of its own, without a key.'
      }
      initialFocus={() => document.getElementById(formId)?.querySelector('select')}
      finalFocus={() => !issued}
      footer={
        issued ? (
          <Issued issued={issued} onClose={close} />
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              pending={create.isPending}
              disabled={!steps.step}
            >
              Create address
            </Button>
          </>
        )
      }
    >
      {issued ? (
        <Address issued={issued} />
      ) : (
        <form
          id={formId}
          tabIndex={-1}
          noValidate
          onSubmit={submit}
          className="grid gap-5 outline-none"
        >
          <FormError>{form.formState.errors.root?.message}</FormError>
          <ToolField form={form} />
          <Field label="Name" error={form.formState.errors.name?.message}>
            <Input
              {...form.register('name')}
              autoComplete="off"
              dir="auto"
              maxLength={addressNameMax + 20}
            />
          </Field>
          <StepFields id={formId} form={form} steps={steps} />
          <More form={form} steps={steps} />
        </form>
      )}
    </Dialog>
  );
}

interface MoreProps {
  form: UseFormReturn<AddressFormValues>;
  steps: ReturnType<typeof useFormSteps>;
}

function More({ form, steps }: MoreProps) {
  const preset = useWatch({ control: form.control, name: 'preset' });
  const { apiKeyId, proof, networks, form: visitors } = form.formState.errors;
  const place = { funnelId: steps.funnel?.id ?? '', stepId: steps.step?.id ?? '' };

  return (
    <Folded label="More" hasError={Boolean(apiKeyId ?? proof ?? networks ?? visitors)}>
      <KeyField form={form} place={place} />
      <ProofFields form={form} preset={preset} hasProof={false} />
      <VisitorFields form={form} preset={preset} />
      <NetworksField form={form} />
    </Folded>
  );
}

function Issued({ issued: { item }, onClose }: { issued: IssuedAddress; onClose: () => void }) {
  const { company } = useSession();

  return (
    <>
      <Button onClick={onClose}>Done</Button>
      <ButtonLink href={`/${company.slug}/settings/inbound-addresses/${item.id}`}>
        Open the address
      </ButtonLink>
    </>
  );
}

function Address({ issued: { item, address } }: { issued: IssuedAddress }) {
  const url = urlOf(useOrigin(), address);
  const copyRef = useRef<HTMLButtonElement>(null);

  /* The form that had the focus was replaced. */
  useEffect(() => copyRef.current?.focus(), []);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <UrlField url={url} copyRef={copyRef} />
      <section aria-labelledby={`${item.id}-steps`} className="grid min-w-0 gap-3">
        <h3 id={`${item.id}-steps`} className="font-semibold">
          Set up {presetLabels[item.preset]}
        </h3>
        <SetupGuide preset={item.preset} url={url} />
      </section>
    </div>
  );
}
