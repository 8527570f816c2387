import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { leadVisibilities, newLeadChoices, roles } from '../values/access.ts';
import { bodyRetention } from '../values/intake-log.ts';
import { bytes, createdAt, id, instant, oneOf, timeZoneIsKnown } from './columns.ts';

/** A white-label tenant. It owns hosts, companies and users. */
export const applications = pgTable('applications', {
  id: id().primaryKey(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  createdAt: createdAt(),
});

/** `host` is in lower case, without port and trailing dot. `*` matches any host. */
export const applicationHosts = pgTable(
  'application_hosts',
  {
    host: text().primaryKey(),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'restrict' }),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId),
    check('host_is_normalized', sql`${t.host} = lower(${t.host})`),
  ],
);

export const companies = pgTable(
  'companies',
  {
    id: id().primaryKey(),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'restrict' }),
    slug: text().notNull().unique(),
    name: text().notNull(),
    /** IANA name. Days of counts and the last days of keys are days in it. */
    timeZone: text().notNull().default('UTC'),
    /** ISO 3166 alpha-2. Its local phone numbers get its code. Null: unknown. */
    country: text(),
    /** ISO 4217, of amounts of won leads. Null: that of the country. */
    currency: text(),
    /** Why leads are lost, in the order in which members choose. Null: `standardLostReasons`. */
    lostReasons: text().array(),
    /** Which leads its agents see. */
    agentsSee: text({ enum: leadVisibilities }).notNull().default('all'),
    /** Minutes from the arrival of a lead in which it should be contacted. Null: no target. */
    contactTarget: integer().default(60),
    /** Days for which bodies of requests are stored. 0: they are not. */
    bodyRetentionDays: integer().notNull().default(bodyRetention.standard),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.applicationId, t.id),
    timeZoneIsKnown(t.timeZone),
    check('agents_see_is_known', sql`${t.agentsSee} in ${oneOf(leadVisibilities)}`),
  ],
);

export const users = pgTable(
  'users',
  {
    id: id().primaryKey(),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'restrict' }),
    email: text().notNull(),
    name: text().notNull(),
    passwordHash: text().notNull(),
    /** In which the panel shows times. Null: the company's. */
    timeZone: text(),
    deactivatedAt: instant(),
    /** A session with another version has ended. Every change that ends sessions raises it. */
    sessionVersion: integer().notNull().default(1),
    /** Encrypted secret of the second factor. In force once `totpConfirmedAt` is set. */
    totpSecret: bytes(),
    totpConfirmedAt: instant(),
    /** The last time step (RFC 6238, 30 seconds) whose code was accepted. No code works twice. */
    totpLastStep: bigint({ mode: 'number' }),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.applicationId, t.id),
    unique().on(t.applicationId, t.email),
    check('email_is_lower_case', sql`${t.email} = lower(${t.email})`),
    timeZoneIsKnown(t.timeZone),
  ],
);

/** With `applicationId`, a foreign key keeps users out of companies of other applications. */
export const memberships = pgTable(
  'memberships',
  {
    companyId: id(),
    userId: id(),
    applicationId: id(),
    role: text({ enum: roles }).notNull(),
    /** Until when the member has seen the notifications. */
    notifiedUntil: instant().notNull().default(sql`now()`),
    /** Of which new leads the notifications tell. */
    newLeads: text({ enum: newLeadChoices }).notNull().default('mine'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    foreignKey({
      columns: [t.applicationId, t.companyId],
      foreignColumns: [companies.applicationId, companies.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.applicationId, t.userId],
      foreignColumns: [users.applicationId, users.id],
    }).onDelete('cascade'),
    index().on(t.userId),
    check('role_is_known', sql`${t.role} in ('viewer', 'agent', 'admin')`),
    check('new_leads_are_known', sql`${t.newLeads} in ${oneOf(newLeadChoices)}`),
  ],
);

/** Failed sign-ins in the current window, by account, network and known browser. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    subject: text().primaryKey(),
    failures: integer().notNull(),
    windowEndsAt: instant().notNull(),
  },
  (t) => [index().on(t.windowEndsAt)],
);

/** Signed-in browsers. A session without a row has ended. */
export const sessions = pgTable(
  'sessions',
  {
    id: id().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the user at sign-in. The session ends when the user's is another one. */
    sessionVersion: integer().notNull(),
    /** Where it was last used from. */
    address: text().notNull(),
    /** The `User-Agent` header at sign-in. */
    userAgent: text().notNull(),
    lastSeenAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId), index().on(t.expiresAt)],
);

/** Codes that replace the second factor once each. Only their HMAC is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: bytes().notNull(),
    usedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** The identity of a user at an OpenID provider. */
export const userIdentities = pgTable(
  'user_identities',
  {
    applicationId: id(),
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: id(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.applicationId, t.issuer, t.subject] }),
    foreignKey({
      columns: [t.applicationId, t.userId],
      foreignColumns: [users.applicationId, users.id],
    }).onDelete('cascade'),
    index().on(t.applicationId, t.userId),
  ],
);
