'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type DraftDialog, useFormDraft } from '#app/_trpc/use-draft.ts';
import type { AddressView } from '#server/panel-api/schemas/inbound-addresses.ts';
import { type AddressFormValues, addressForm } from './address-form-values.ts';

export interface Place {
  funnelId: string;
  stepId: string;
}

/** What a dialog about inbound addresses is about. */
export type AddressDialog =
  | { kind: 'connect'; place?: Place }
  | { kind: 'edit' | 'rotate' | 'delete'; address: AddressView }
  | { kind: 'copy'; name: string; url: string };

/** The form of a dialog. What is typed is a draft, without the secret. */
export function useAddressForm(dialog: DraftDialog<AddressDialog>, values: AddressFormValues) {
  const form = useForm({
    resolver: zodResolver(addressForm),
    defaultValues: values,
  });
  const { stored } = dialog;
  useFormDraft(
    {
      ...dialog,
      stored: {
        ...stored,
        write: (draft) =>
          stored.write(draft && { ...draft, values: { ...draft.values, proof: '' } }),
      },
    },
    form,
  );
  return form;
}
