import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { apiKeyPermissions } from '../values/access.ts';
import { apiKeyKinds } from '../values/api-keys.ts';
import type { FieldRule } from '../values/field-mapping.ts';
import { type AlarmFigures, alarmKinds } from '../values/key-alarms.ts';
import { companies, users } from './applications.ts';
import { bytes, createdAt, id, instant, oneOf } from './columns.ts';
import { funnels, steps } from './funnels.ts';

/**
 * A key of a company. The secret is not stored: `secretHash` is its HMAC-SHA-256.
 *
 * A key works while `deactivatedAt` and `expiresAt` are null or in the future and `deletedAt` is
 * null. A rotated key has a `successorId`. When the successor is first used, `deactivatedAt` is set
 * to that time plus `overlapSeconds`.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    companyId: uuid()
      .notNull()
      .references((): AnyPgColumn => companies.id, { onDelete: 'restrict' }),
    id: id(),
    name: text().notNull(),
    secretHash: bytes().notNull().unique(),
    prefix: text().notNull(),
    last4: text().notNull(),
    kind: text({ enum: apiKeyKinds }).notNull().default('live'),
    permissions: text({ enum: apiKeyPermissions }).array().notNull(),
    createdBy: uuid().references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: instant(),
    deactivatedAt: instant(),
    deletedAt: instant(),
    /** When the secret was first copied in the panel, or printed by the command line. */
    secretCopiedAt: instant(),
    /** When the secret last came where it does not belong: in an address, a body or as a bearer token. */
    secretExposedAt: instant(),
    firstUsedAt: instant(),
    lastUsedAt: instant(),
    lastUsedClient: text(),
    successorId: uuid(),
    overlapSeconds: integer(),
    /** Until then, a request that was sent again from the log is recognized by its body. */
    replayedUntil: instant(),
    /** Requests a second; the burst is twice that. Null: the installation's limit. 0: no limit. */
    rateLimit: integer(),
    /** Only the version before reads it: `keyMappings` has replaced it, and the next version drops it. */
    keptFields: text().array().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      columns: [t.companyId, t.successorId],
      foreignColumns: [t.companyId, t.id],
    }).onDelete('restrict'),
    index().on(t.companyId, t.successorId).where(sql`${t.successorId} is not null`),
    index().on(t.createdBy).where(sql`${t.createdBy} is not null`),
    check('kind_is_known', sql`${t.kind} in ${oneOf(apiKeyKinds)}`),
  ],
);

/** A key with rows here or in `apiKeySteps` can create leads only in those funnels and steps. */
export const apiKeyFunnels = pgTable(
  'api_key_funnels',
  { companyId: id(), apiKeyId: id(), funnelId: id() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.apiKeyId, t.funnelId] }),
    foreignKey({
      columns: [t.companyId, t.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.companyId, t.funnelId],
      foreignColumns: [funnels.companyId, funnels.id],
    }).onDelete('restrict'),
    index().on(t.companyId, t.funnelId),
  ],
);

export const apiKeySteps = pgTable(
  'api_key_steps',
  { companyId: id(), apiKeyId: id(), stepId: id() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.apiKeyId, t.stepId] }),
    foreignKey({
      columns: [t.companyId, t.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.companyId, t.stepId],
      foreignColumns: [steps.companyId, steps.id],
    }).onDelete('restrict'),
    index().on(t.companyId, t.stepId),
  ],
);

/**
 * What the leads of a key are read from, beside the names that the API knows, and what they come from.
 * The highest version is in use.
 */
export const keyMappings = pgTable(
  'key_mappings',
  {
    companyId: id(),
    apiKeyId: id(),
    /** From 1. */
    version: integer().notNull(),
    rules: jsonb().$type<FieldRule[]>().notNull(),
    /** Of all leads of the key; null: as their fields say. The three are null together. */
    source: text(),
    medium: text(),
    channel: text(),
    createdAt: createdAt(),
    createdBy: uuid().references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.apiKeyId, t.version] }),
    foreignKey({
      columns: [t.companyId, t.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
    index().on(t.createdBy).where(sql`${t.createdBy} is not null`),
    check('origin_is_whole', sql`num_nulls(${t.source}, ${t.medium}, ${t.channel}) in (0, 3)`),
  ],
);

/**
 * Requests of a key by hour and outcome; each lead of a batch counts as one. `hour` is the start of
 * the hour in UTC. `outcome` is `created`, `replayed`, `answered` (a success without a lead), or the
 * status of a refusal.
 */
export const keyUsage = pgTable(
  'key_usage',
  {
    companyId: id(),
    apiKeyId: id(),
    hour: instant().notNull(),
    outcome: text().notNull().default('answered'),
    requests: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.apiKeyId, t.hour, t.outcome] }),
    foreignKey({
      columns: [t.companyId, t.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
    index().on(t.hour),
  ],
);

/**
 * What became of leads that were sent with a key, tests apart: by minute, and after some hours by hour.
 * Alarms are found from these counts alone: docs/adr/0079-find-silence-and-drift-by-counts.md.
 */
export const keyLeadCounts = pgTable(
  'key_lead_counts',
  {
    companyId: id(),
    apiKeyId: id(),
    /** Start of the minute or hour in UTC. */
    at: instant().notNull(),
    /** That were created. Of these: */
    leads: integer().notNull(),
    withoutPhone: integer().notNull(),
    withoutEmail: integer().notNull(),
    /** Named by an email or a phone. */
    withoutName: integer().notNull(),
    /** With a value that could not be read. */
    unread: integer().notNull(),
    /** Refused for what was sent; not with 409, 429 or 5xx, after which a retry succeeds. */
    refused: integer().notNull(),
    /** Refused as other leads with the `Idempotency-Key` of the request before. Not among `refused`. */
    sameKey: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.apiKeyId, t.at] }),
    foreignKey({
      columns: [t.companyId, t.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
    index().on(t.at),
  ],
);

/** Open and closed alarms of a key. A new one replaces the closed one of its kind. */
export const keyAlarms = pgTable(
  'key_alarms',
  {
    companyId: id(),
    apiKeyId: id(),
    kind: text({ enum: alarmKinds }).notNull(),
    figures: jsonb().$type<AlarmFigures>().notNull(),
    /** When what is unusual began. */
    startedAt: instant().notNull(),
    /** When it was found. */
    openedAt: instant().notNull(),
    closedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.apiKeyId, t.kind] }),
    foreignKey({
      columns: [t.companyId, t.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
    check('kind_is_known', sql`${t.kind} in ${oneOf(alarmKinds)}`),
  ],
);

/**
 * The last requests of a key. Only the version before writes and shows them: `intake_log` has replaced
 * this table, and the next version drops it.
 */
export const keyRequests = pgTable(
  'key_requests',
  {
    companyId: id(),
    apiKeyId: id(),
    /** When it was answered. */
    at: instant().notNull(),
    id: id(),
    status: integer().notNull(),
    /** Text of the answer. */
    message: text().notNull(),
    requestId: text().notNull(),
    /** The header `X-Ignored-Fields` of the answer. */
    ignoredFields: text().array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.apiKeyId, t.at, t.id] }),
    foreignKey({
      columns: [t.companyId, t.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
  ],
);

/**
 * Names of ignored fields in requests of a key, and the number of requests with each. Of each key,
 * the names that were sent last are kept.
 */
export const keyIgnoredFields = pgTable(
  'key_ignored_fields',
  {
    companyId: id(),
    apiKeyId: id(),
    name: text().notNull(),
    requests: bigint({ mode: 'number' }).notNull(),
    lastSentAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.apiKeyId, t.name] }),
    foreignKey({
      columns: [t.companyId, t.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
  ],
);

/**
 * The tokens that a key has left. Processes lease them in blocks: docs/adr/0015-repeats-and-rates.md.
 * Unlogged: after a crash of the database every key starts with its whole burst.
 */
export const rateBuckets = pgTable(
  'rate_buckets',
  {
    companyId: id(),
    apiKeyId: id(),
    /** As of `refilledAt`. */
    tokens: doublePrecision().notNull(),
    /** By the last lease, for the process that leased: an update returns it with the rest. */
    granted: doublePrecision().notNull().default(0),
    refilledAt: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.apiKeyId] }),
    foreignKey({
      columns: [t.companyId, t.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
  ],
);

/**
 * The simulated answers that a test key got: each one once for an `Idempotency-Key`, so that a
 * retry gets the real answer.
 */
export const simulations = pgTable(
  'simulations',
  {
    companyId: id(),
    apiKeyId: id(),
    /** Digest of `Idempotency-Key` and value: the first 128 bits of a SHA-256. */
    digest: id(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.apiKeyId, t.digest] }),
    foreignKey({
      columns: [t.companyId, t.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
    index().on(t.expiresAt),
  ],
);
