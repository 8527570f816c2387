import { z } from 'zod';
import { apiKeyPermissions } from '#db/values/access.ts';
import { apiKeyFilters, apiKeyKinds, apiKeyStatuses } from '#db/values/api-keys.ts';
import { isNeverRead, mappedFields, writePath } from '#db/values/field-mapping.ts';
import { intakeOutcomes } from '#db/values/intake-log.ts';
import { alarmKinds } from '#db/values/key-alarms.ts';
import { allFields, nameParts } from '#db/values/lead-fields.ts';
import {
  customFieldNameMax,
  pastedBodyMax,
  pathLength,
  pathNameLength,
  rulesPerKey,
} from '#db/values/limits.ts';
import { idInput, isoInstant, isStorable, label, senderText, sentInstant } from './common.ts';

export type { ApiKeyFilter, RotationOverlap } from '#db/values/api-keys.ts';
export { apiKeyFilters, apiKeyStatuses };

export const apiKeyNameMax = 60;
export const apiKeyRateMax = 1_000_000;

/** What a name in a body may stand for. */
const knownMeanings = [...allFields, ...nameParts, 'isTest'] as const;

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

/** A name in a body. */
const pathName = z
  .string()
  .min(1, 'A name in a path cannot be empty')
  .max(pathNameLength, `A name in a path has at most ${pathNameLength} characters`)
  .refine(isStorable, 'A name in a path must be plain text');
/** Names of fields, and places in lists from 0. */
const bodyPath = z
  .array(z.union([pathName, z.int().min(0)]))
  .min(1, 'A path needs at least one name')
  .max(pathLength, `A path has at most ${pathLength} parts`)
  .refine(([first]) => typeof first !== 'number', 'A path begins with a name')
  .refine((path) => !isNeverRead(writePath(path)), 'This field is never read')
  .readonly();

const fieldRule = z
  .strictObject({
    path: bodyPath,
    field: z.enum(mappedFields),
    /** Of the custom field, for `customFields`. */
    name: z
      .string()
      .trim()
      .min(1, 'Name the custom field')
      .max(customFieldNameMax, `Use at most ${customFieldNameMax} characters`)
      .refine(isStorable, 'Use plain text')
      .refine((name) => name !== '__proto__', 'A custom field cannot have this name')
      .optional(),
  })
  .refine(({ field, name }) => (field === 'customFields') === (name !== undefined), {
    path: ['name'],
    error: 'Name the custom field; other fields have no name',
  });

const origin = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Say all three: source, medium and channel')
  .max(100, 'Use at most 100 characters')
  .refine(isStorable, 'Use plain text');
/** Source, medium and channel of all leads of a key; `null`: as their fields say. */
const comesFrom = z.strictObject({ source: origin, medium: origin, channel: origin }).nullable();

const mapping = {
  /** The first one that finds a value fills the field. */
  rules: z
    .array(fieldRule)
    .max(rulesPerKey, `A key has at most ${rulesPerKey} rules. Remove one that is no longer used`)
    .refine(
      (rules) => new Set(rules.map(({ path }) => JSON.stringify(path))).size === rules.length,
      'Two rules read the same path',
    ),
  comesFrom,
};

/** JSON, or what is sent as JSON. Longer ones are not tried. */
const pastedBody = z.string().max(pastedBodyMax);
/** A body, and the key that it would be sent with; `null`: none yet. */
export const tryBodyInput = z.object({ id: z.uuid().nullable(), body: pastedBody });

/** The last requests of a key; with an entry of the log, those like it; a pasted body first. */
export const sentPathsInput = idInput.extend({
  entryId: z.uuid().optional(),
  pasted: pastedBody.optional(),
});
export const tryMappingInput = sentPathsInput.extend(mapping);
export const saveMappingInput = idInput.extend({
  ...mapping,
  /** That was changed; 0: none. */
  version: z.int().min(0),
});

/** Something unusual about a key. `text` is a sentence without its full stop. */
export const keyAlarm = z.object({
  kind: z.enum(alarmKinds),
  text: z.string(),
  /** What to look at in the intake log. */
  entryId: z.uuid().nullable(),
});

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
  /** The open ones, the newest first. */
  alarms: z.array(keyAlarm),
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

/** Names are sent unchanged: mapping a field sends its name back. */
export const ignoredFields = z.array(
  z.object({
    name: z.string(),
    requests: z.number().int(),
    lastSentAt: sentInstant,
    isNeverRead: z.boolean(),
    /** By a rule whose path is the name. */
    canBeMapped: z.boolean(),
  }),
);

/** Paths and names are sent unchanged too: a change sends all rules back. */
const sentPath = z.array(z.union([z.string(), z.int()])).readonly();
const sentRules = z.array(
  z.object({ path: sentPath, field: z.enum(mappedFields), name: z.string().optional() }),
);
const mappingVersion = z.object({
  /** 0: nothing was ever mapped. */
  version: z.int(),
  rules: sentRules,
  comesFrom,
});

/** The mapping in use, and its versions, the newest first. */
export const keyMapping = mappingVersion.extend({
  versions: z.array(
    mappingVersion.extend({ createdAt: sentInstant, createdBy: z.string().nullable() }),
  ),
});

/** What came at each path in the last requests whose bodies are stored. */
export const sentPaths = z.object({
  /** So many were read. */
  requests: z.int(),
  paths: z.array(
    z.object({
      path: sentPath,
      /** The beginning of a long one. */
      lastValue: senderText,
      /** What its name makes of it without a rule. */
      known: z.enum(knownMeanings).nullable(),
      /** So many of the requests have it. */
      requests: z.int(),
    }),
  ),
  /** Rules for requests of which no lead can be made. */
  proposed: sentRules,
});

/** Names of fields as the headers of an answer have them. */
const named = {
  ignored: senderText,
  unread: senderText,
  cut: senderText,
  /** What was not read as it was sent, and why. */
  warnings: senderText,
};
const attribution = { source: senderText, medium: senderText, channel: senderText };
/** What a body would become. */
export const triedLead = z.discriminatedUnion('status', [
  z.object({ status: z.literal([400, 413]), error: senderText, ...named }),
  z.object({
    status: z.literal(201),
    /** The values that would be stored, by field. */
    fields: z.record(z.string(), z.unknown()),
    ...attribution,
    reason: z.object({
      rule: z.string().nullable(),
      overruled: z.array(z.object({ rule: z.string(), ...attribution })),
    }),
    ...named,
  }),
]);
/** What the last requests would become, a pasted body first, then the newest first. */
export const triedRequests = z.array(
  z.object({
    /** What the request was; `null` for a pasted body. */
    sent: z
      .object({
        id: z.uuid(),
        at: sentInstant,
        /** Of the answer that was sent. */
        status: z.int(),
        outcome: z.enum(intakeOutcomes),
        /** It came to an inbound address. */
        isSubmission: z.boolean(),
      })
      .nullable(),
    becomes: triedLead,
  }),
);
/** What a pasted body would become. */
export const triedBody = z.object({
  /** It is read as a list of leads. */
  isBatch: z.boolean(),
  /** The first of them; of a refused batch the refusal. */
  leads: z.array(triedLead),
  total: z.int(),
  refused: z.int(),
  /** The same body with the published names, byte for byte; `null` when a lead is refused. */
  canonical: z.string().nullable(),
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
      outcome: z.enum(intakeOutcomes),
      message: senderText,
      requestId: z.string(),
      ignoredFields: z.array(senderText),
    }),
  ),
});

export type IgnoredFieldsView = z.infer<typeof ignoredFields>;
export type SentPath = SentPathsView['paths'][number];
export type TriedRequest = z.infer<typeof triedRequests>[number];
export type TriedLead = z.infer<typeof triedLead>;
export type TriedBody = z.infer<typeof triedBody>;
export type SentPathsView = z.infer<typeof sentPaths>;
export type KeyMappingView = z.infer<typeof keyMapping>;
export type KeyActivity = z.infer<typeof keyActivity>;
export type ApiKeyView = z.infer<typeof apiKeyView>;
export type IssuedApiKey = z.infer<typeof issuedApiKey>;
