import { z } from 'zod';
import { apiKeyPermissions } from '#db/values/access.ts';
import { apiKeyFilters, apiKeyKinds, apiKeyStatuses } from '#db/values/api-keys.ts';
import { fieldName, idInput, isoInstant, label, senderText, sentInstant } from './common.ts';

export type { ApiKeyFilter, RotationOverlap } from '#db/values/api-keys.ts';
export { apiKeyFilters, apiKeyStatuses };

export const apiKeyNameMax = 60;
export const apiKeyRateMax = 1_000_000;

const limits = {
  /** Empty lists: any step of the company. A funnel stands for all its steps, later ones too. */
  funnelIds: z.array(z.uuid()).max(100),
  stepIds: z.array(z.uuid()).max(100),
};

const settings = z.object({
  name: label(apiKeyNameMax),
  permissions: z.array(z.enum(apiKeyPermissions)).max(apiKeyPermissions.length),
  expiresAt: isoInstant.nullable(),
  /** Requests a second; `null`: as the installation says; 0: no limit. */
  rateLimit: z.number().int().min(0).max(apiKeyRateMax).nullable().default(null),
  ...limits,
});

/** The kind never changes: it decides what the leads of a key are. */
export const createApiKeyInput = settings.extend({ kind: z.enum(apiKeyKinds).default('live') });
export const updateApiKeyInput = settings.extend({ id: z.uuid() });
export const listApiKeysInput = z.object({ filter: z.enum(apiKeyFilters) });
export const deleteApiKeyInput = idInput.extend({ name: z.string() });
export const rotateApiKeyInput = idInput.extend({
  overlap: z.enum(['now', '1h', '24h', '7d']),
});

export const fieldOfKeyInput = idInput.extend({ name: fieldName });

export const apiKeyView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** What is left to see of the secret, as `lk_7Qf2…9xKd`. */
  hint: z.string(),
  status: z.enum(apiKeyStatuses),
  kind: z.enum(apiKeyKinds),
  permissions: z.array(z.enum(apiKeyPermissions)),
  funnels: z.array(z.object({ id: z.uuid(), name: z.string(), archived: z.boolean() })),
  steps: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      funnelId: z.uuid(),
      funnelName: z.string(),
      archived: z.boolean(),
    }),
  ),
  createdAt: sentInstant,
  createdBy: z.string().nullable(),
  expiresAt: sentInstant.nullable(),
  rateLimit: z.number().int().nullable(),
  deactivatedAt: sentInstant.nullable(),
  secretCopiedAt: sentInstant.nullable(),
  /** When it last came in an address, a body or as a bearer token. */
  secretExposedAt: sentInstant.nullable(),
  firstUsedAt: sentInstant.nullable(),
  lastUsedAt: sentInstant.nullable(),
  /** First product of the caller's `User-Agent`, as `n8n` or `curl/8.5`. */
  lastUsedClient: senderText.nullable(),
  requestsLast24h: z.number().int(),
  /** Set once the key was rotated. */
  successor: z
    .object({ id: z.uuid(), hint: z.string(), overlapSeconds: z.number().int() })
    .nullable(),
});

export const apiKeyList = z.object({
  items: z.array(apiKeyView),
  counts: z.record(z.enum(apiKeyFilters), z.number().int()),
});

/** The only answer that holds a secret, but for those of a self-test. */
export const issuedApiKey = z.object({ key: apiKeyView, secret: z.string() });

/** The first lead that was sent with a key. */
export const firstLead = z.object({
  lead: z.object({ id: z.uuid(), name: senderText }).nullable(),
});

/** Names are sent unchanged: keeping a field sends its name back. */
export const ignoredFields = z.object({
  /** Kept as custom fields. */
  kept: z.array(z.string()),
  /** Others that were ignored. */
  ignored: z.array(
    z.object({
      name: z.string(),
      requests: z.number().int(),
      lastSentAt: sentInstant,
      canBeKept: z.boolean(),
    }),
  ),
});

/** Requests of a key: by hour in the last seven days, and the last ones. */
export const keyActivity = z.object({
  /** Start of the hour that is not over yet. */
  lastHour: sentInstant,
  /**
   * Hours with requests, the oldest first. An outcome is `created`, `replayed`, `answered`, or the
   * status of a refusal.
   */
  hours: z.array(z.object({ hour: sentInstant, outcomes: z.record(z.string(), z.int()) })),
  /** The newest first. */
  recent: z.array(
    z.object({
      id: z.uuid(),
      at: sentInstant,
      status: z.int(),
      message: senderText,
      requestId: z.string(),
      ignoredFields: z.array(senderText),
    }),
  ),
});

export type IgnoredFieldsView = z.infer<typeof ignoredFields>;
export type KeyActivity = z.infer<typeof keyActivity>;
export type ApiKeyView = z.infer<typeof apiKeyView>;
export type IssuedApiKey = z.infer<typeof issuedApiKey>;
