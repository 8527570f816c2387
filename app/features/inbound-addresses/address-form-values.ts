import { z } from 'zod';
import { presetNames } from '#db/values/inbound-addresses.ts';
import {
  type AddressView,
  createAddressInput,
  proofMax,
} from '#server/panel-api/schemas/inbound-addresses.ts';
import { readLines } from './address-labels.ts';

/** The values of the forms: the text of what is sent as a list or as absent. */
export const addressForm = z
  .object({
    /** Empty: none is chosen yet. */
    preset: z.enum(['', ...presetNames]),
    name: createAddressInput.shape.name,
    funnelId: z.string(),
    stepId: z.string(),
    /** Empty: a key of its own. */
    apiKeyId: z.string(),
    /** What becomes of the secret that is stored. */
    signing: z.enum(['keep', 'replace', 'remove']),
    proof: z.string().trim().max(proofMax, `Use at most ${proofMax} characters`),
    networks: z.string(),
    /** Of an HTML form. No page: one of ours; hosts: one a line. */
    form: z.object({ thankYouUrl: z.string().trim(), hosts: z.string(), needsTime: z.boolean() }),
  })
  .superRefine(({ preset, signing, proof }, context) => {
    if (preset === '') {
      context.addIssue({ code: 'custom', path: ['preset'], message: 'Choose a tool' });
    }
    if (signing === 'replace' && proof === '') {
      context.addIssue({ code: 'custom', path: ['proof'], message: 'Enter the secret' });
    }
  });

export type AddressFormValues = z.infer<typeof addressForm>;

/** Fields that a server error may name. */
export const serverFields = [
  'name',
  'stepId',
  'apiKeyId',
  'proof',
  'networks',
  'form.thankYouUrl',
  'form.hosts',
] as const;

export const newAddressValues: AddressFormValues = {
  preset: '',
  name: '',
  funnelId: '',
  stepId: '',
  apiKeyId: '',
  signing: 'keep',
  proof: '',
  networks: '',
  form: { thankYouUrl: '', hosts: '', needsTime: true },
};

export const valuesOf = (address: AddressView): AddressFormValues => ({
  ...newAddressValues,
  preset: address.preset,
  name: address.name,
  funnelId: address.step.funnelId,
  stepId: address.step.id,
  apiKeyId: address.apiKey.id,
  networks: address.networks.join('\n'),
  form: {
    thankYouUrl: address.form?.thankYouUrl ?? '',
    hosts: address.form?.hosts.join('\n') ?? '',
    needsTime: address.form?.needsTime ?? false,
  },
});

/** What is sent of the values, for a new address and for a changed one. */
export const settingsOf = (values: AddressFormValues, stepId: string) => ({
  name: values.name,
  stepId,
  networks: readLines(values.networks),
  form:
    values.preset === 'htmlForm'
      ? {
          thankYouUrl: values.form.thankYouUrl || null,
          hosts: readLines(values.form.hosts),
          needsTime: values.form.needsTime,
        }
      : null,
});

/**
 * The change of the stored secret: `undefined` for none, `null` to remove it.
 *
 * @param hasProof whether there is one, which is only replaced when that was chosen
 */
export function proofOf(
  { signing, proof }: Pick<AddressFormValues, 'signing' | 'proof'>,
  hasProof: boolean,
): string | null | undefined {
  if (hasProof && signing === 'keep') return undefined;
  if (signing === 'remove') return null;
  return proof.trim() || (hasProof ? undefined : null);
}
