import { z } from 'zod';
import { apiKeyStatuses } from '#db/values/api-keys.ts';
import { presetNames } from '#db/values/inbound-addresses.ts';
import { networksPerAddress } from '#db/values/limits.ts';
import { idInput, isStorable, label, sentInstant } from './common.ts';

export const addressNameMax = 60;
export const proofMax = 500;

const proof = z
  .string()
  .trim()
  .min(1, 'Enter the secret')
  .max(proofMax, `Use at most ${proofMax} characters`)
  .refine(isStorable, 'Use plain text');

const webPage = z
  .url({ protocol: /^https?$/, error: 'Enter an address with https' })
  .max(2_000, 'Use at most 2,000 characters');
const host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9.-]{1,253}(?::\d{1,5})?$/, 'Enter hosts as www.example.com');

/** What visitors of an HTML form see, and how programs are kept out. */
const formSettings = z.strictObject({
  /** `null`: a page of ours. */
  thankYouUrl: webPage.nullable(),
  /** Of other pages that a form may name. */
  hosts: z.array(host).max(20),
  needsTime: z.boolean(),
});

const settings = {
  name: label(addressNameMax),
  stepId: z.uuid('Choose a step'),
  /** In CIDR notation; empty: submissions may come from anywhere. */
  networks: z.array(z.string().trim().min(1).max(60)).max(networksPerAddress).default([]),
  /** Of HTML forms; `null` for other tools. */
  form: formSettings.nullable().default(null),
};

export const createAddressInput = z.strictObject({
  ...settings,
  preset: z.enum(presetNames),
  /** `null`: a key of its own. */
  apiKeyId: z.uuid().nullable(),
  /** The secret that the tool signs with; `null`: none. */
  proof: proof.nullable().default(null),
});
export const updateAddressInput = z.strictObject({
  id: z.uuid(),
  ...settings,
  /** Absent: as it is; `null`: none. */
  proof: proof.nullish(),
});
/** `stepId` absent: of all steps. */
export const listAddressesInput = z.strictObject({ stepId: z.uuid().optional() });
export const deleteAddressInput = idInput.extend({ name: z.string() });
export const rotateAddressInput = idInput.extend({ overlap: z.enum(['now', '1h', '24h', '7d']) });

/** An address as lists show it, without the address itself. */
export const addressView = z.object({
  id: z.uuid(),
  name: z.string(),
  preset: z.enum(presetNames),
  /** Beginning and end of the address. */
  hint: z.string(),
  hasProof: z.boolean(),
  networks: z.array(z.string()),
  form: z
    .object({
      thankYouUrl: z.string().nullable(),
      hosts: z.array(z.string()).readonly(),
      needsTime: z.boolean(),
    })
    .nullable(),
  createdAt: sentInstant,
  createdBy: z.string().nullable(),
  pausedAt: sentInstant.nullable(),
  /** Until when the address before the last rotation works. */
  formerUntil: sentInstant.nullable(),
  /** A submission with its key of which no lead could be made, in the intake log. */
  heldEntryId: z.uuid().nullable(),
  apiKey: z.object({
    id: z.uuid(),
    name: z.string(),
    status: z.enum(apiKeyStatuses),
    lastUsedAt: sentInstant.nullable(),
    isDeleted: z.boolean(),
  }),
  step: z.object({
    id: z.uuid(),
    name: z.string(),
    funnelId: z.uuid(),
    funnelName: z.string(),
    isArchived: z.boolean(),
  }),
});
export const addressList = z.array(addressView);
export const revealedAddress = z.object({ address: z.string() });
export const issuedAddress = z.object({ item: addressView, address: z.string() });

export type AddressView = z.infer<typeof addressView>;
export type IssuedAddress = z.infer<typeof issuedAddress>;
