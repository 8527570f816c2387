import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { apiKeyPermissions } from '../values/access.ts';
import { companies, users } from './applications.ts';
import { bytes, createdAt, id, instant } from './columns.ts';
import { funnels, steps } from './funnels.ts';

/**
 * A key of a company. The secret itself is never stored: `secretHash` is its HMAC-SHA-256.
 *
 * A key works while `deactivatedAt` is absent or ahead, `expiresAt` is absent or ahead, and
 * `deletedAt` is absent. A rotated key has a `successorId`; once the successor is first used,
 * `deactivatedAt` is set `overlapSeconds` ahead.
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
    permissions: text({ enum: apiKeyPermissions }).array().notNull(),
    createdBy: uuid().references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: instant(),
    deactivatedAt: instant(),
    deletedAt: instant(),
    firstUsedAt: instant(),
    lastUsedAt: instant(),
    lastUsedClient: text(),
    successorId: uuid(),
    overlapSeconds: integer(),
    /** Requests a second, and twice as many at once; absent: as the installation says; 0: no limit. */
    rateLimit: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      columns: [t.companyId, t.successorId],
      foreignColumns: [t.companyId, t.id],
    }).onDelete('restrict'),
    index().on(t.companyId, t.successorId).where(sql`${t.successorId} is not null`),
    index().on(t.createdBy).where(sql`${t.createdBy} is not null`),
  ],
);

/** A key with rows here or in `apiKeySteps` may only create leads in those funnels and steps. */
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

/** Requests of a key that got past authentication, by hour (`hour` is its start, UTC). */
export const keyUsage = pgTable(
  'key_usage',
  { companyId: id(), apiKeyId: id(), hour: instant().notNull(), requests: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.apiKeyId, t.hour] }),
    foreignKey({
      columns: [t.companyId, t.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
  ],
);

/**
 * What is left of a key's rate, leased from here in blocks: docs/adr/0015-repeats-and-rates.md.
 * Unlogged: after a crash of the database every key begins with its whole burst.
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
