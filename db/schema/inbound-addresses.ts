import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { type FormSettings, presetNames } from '../values/inbound-addresses.ts';
import { apiKeys } from './api-keys.ts';
import { companies, users } from './applications.ts';
import { bytes, createdAt, id, instant, oneOf } from './columns.ts';

/**
 * A URL that a form tool sends to: `/api/in/{address}`. It stands for a key and a step, and does what
 * the key may do as long as the key may. Addresses and proofs are sealed, so that admins can copy them
 * again: server/services/intake-log/sealed-body.ts. As keys, they are looked up without their company, so
 * that there is no foreign key to steps, which are never deleted.
 */
export const inboundAddresses = pgTable(
  'inbound_addresses',
  {
    companyId: id(),
    id: id(),
    apiKeyId: id(),
    stepId: id(),
    name: text().notNull(),
    /** Of which tool the submissions are. */
    preset: text({ enum: presetNames }).notNull(),
    /** HMAC-SHA-256 of the address under the pepper. */
    addressHash: bytes().notNull().unique(),
    sealedAddress: bytes().notNull(),
    /** What lists show of the address. */
    hint: text().notNull(),
    /** The address before the last rotation, which works until then. */
    formerHash: bytes().unique(),
    formerUntil: instant(),
    /** The secret that the tool signs with. Null: submissions need no signature. */
    sealedProof: bytes(),
    /** Networks in CIDR notation that submissions may come from. Empty: any. */
    networks: text().array().notNull().default([]),
    /** Of HTML forms only. */
    form: jsonb().$type<FormSettings>(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    pausedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId], foreignColumns: [companies.id] }).onDelete('restrict'),
    foreignKey({
      columns: [t.companyId, t.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
    index().on(t.companyId, t.apiKeyId),
    index().on(t.createdBy).where(sql`${t.createdBy} is not null`),
    check('preset_is_known', sql`${t.preset} in ${oneOf(presetNames)}`),
  ],
);
