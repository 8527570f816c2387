import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  leadEventTypes,
  leadOrigins,
  leadPriorities,
  leadStatuses,
  leadTemperatures,
  nameSources,
  type PhoneMarks,
} from '../values/leads.ts';
import { companies, memberships, users } from './applications.ts';
import { arrivalText, createdAt, id, instant, oneOf, searchVector } from './columns.ts';
import { steps } from './funnels.ts';

/**
 * The person created with a lead, of which each has its own. `phones` are digits with country code. The
 * foreign keys of the lead prove that the company exists: docs/adr/0013-references-of-a-lead.md. Of
 * a lead that is gone only the ids stay: server/services/leads/remove-leads.ts.
 */
export const contacts = pgTable(
  'contacts',
  {
    companyId: id(),
    id: id(),
    name: text().notNull(),
    phones: text().array().notNull(),
    email: text(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

const personParts = [
  'phones[1]',
  'phones[2]',
  'phones[3]',
  'phones[4]',
  'lower(email collate "C")',
];

/**
 * What tells that two leads of a company are of one person: its first four phones, and the email address
 * without case, each as a hash that begins with the company, because senders of many companies try their
 * forms with the same phones. PostgreSQL uses the index for exactly these words only. `lower` of another
 * collation would depend on the locale of the database.
 */
export const personKeys = sql.raw(
  `array_remove(array[${personParts.map((part) => `hashtextextended(${part}, uuid_hash_extended(company_id, 0))`).join(', ')}], null)`,
);

/**
 * One submission at a step. `name`, `phones` and `email` have the submitted values until a member edits
 * them; the first `edited` event of a field then has what was submitted. Leads of test keys,
 * and those sent as tests, have the origin `test`: they are listed only on request, and deleted
 * after seven days.
 */
export const leads = pgTable(
  'leads',
  {
    companyId: id(),
    id: id(),
    stepId: id(),
    /** Null for a test. The row of a contact is emptied with its lead, and never deleted. */
    contactId: uuid(),
    name: text().notNull(),
    phones: text().array().notNull(),
    email: text(),
    segment: text().notNull(),
    status: text({ enum: leadStatuses }).notNull(),
    priority: text({ enum: leadPriorities }).notNull(),
    temperature: text({ enum: leadTemperatures }).notNull(),
    source: text().notNull(),
    medium: text().notNull(),
    channel: text().notNull(),
    campaignName: text(),
    adName: text(),
    adsetName: text(),
    formId: text(),
    externalLeadId: text(),
    pageId: text(),
    pageName: text(),
    utmSource: text(),
    utmMedium: text(),
    utmCampaign: text(),
    utmTerm: text(),
    utmContent: text(),
    gclid: text(),
    gbraid: text(),
    wbraid: text(),
    fbclid: text(),
    msclkid: text(),
    ttclid: text(),
    liFatId: text(),
    platform: text(),
    isOrganic: text(),
    message: text(),
    customFields: jsonb().$type<Record<string, string | number | boolean>>(),
    /** Names of fields that were sent and not read, as `X-Ignored-Fields` told them. */
    ignoredFields: text().array(),
    /** What the name was made from when none was sent. Null: a name was sent or entered. */
    nameFrom: text({ enum: nameSources }),
    /** Texts that were sent as phones and are none. */
    unreadPhones: text().array(),
    /** Of other fields: the text that was sent and cannot be read, by field. */
    unreadValues: jsonb().$type<Record<string, string>>(),
    /** Phones that may be wrong, by their digits. */
    phoneMarks: jsonb().$type<PhoneMarks>(),
    origin: text({ enum: leadOrigins }).notNull(),
    /** No foreign key: the key was used for this request, and keys are never deleted from the table. */
    apiKeyId: uuid(),
    requestId: text(),
    /**
     * What finds the lead: db/values/search.ts. A change of what it is made of must make it again:
     * server/services/leads/refresh-search-words.ts. Where it is null, server/intake/search-index.ts
     * makes it.
     */
    searchWords: searchVector(),
    createdAt: createdAt().$default(() => sql.raw(arrivalText)),
    /**
     * The day on which `step_counters` counts it: that of its creation in the time zone that the
     * company had then. Null: the UTC day.
     */
    day: date({ mode: 'string' }),
    /**
     * The member who works on it. No foreign key: members are never deleted, and every commit of a lead
     * would pay for it.
     */
    ownerId: uuid(),
    assignedAt: instant(),
    /** When a member who may change leads first opened it. */
    openedAt: instant(),
    /** The first call, or the first change of its status. */
    firstContactAt: instant(),
    /** When the owner wants to get back to it. */
    followUpAt: instant(),
    /** Of a lost lead. As the list of the company had it then. */
    lostReason: text(),
    /** What a won lead is worth, and in which currency (ISO 4217). */
    wonAmount: numeric(),
    wonCurrency: text(),
    /** A deleted lead is kept for 30 days, so that it can be restored, unless it is erased before. */
    deletedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      columns: [t.companyId, t.stepId],
      foreignColumns: [steps.companyId, steps.id],
    }).onDelete('restrict'),
    foreignKey({
      columns: [t.companyId, t.contactId],
      foreignColumns: [contacts.companyId, contacts.id],
    }).onDelete('restrict'),
    // Starts with the step, not the company: without statistics, the look-up of a foreign key by
    // (company, id) must prefer the primary key. See docs/performance.md.
    index('leads_step_newest').on(t.stepId, t.createdAt, t.id).where(sql`${t.origin} <> 'test'`),
    /** Lists the tests of a step, and finds those that have expired. */
    index('leads_tests').on(t.stepId, t.createdAt, t.id).where(sql`${t.origin} = 'test'`),
    /** Finds possible duplicates. Contains only leads with an external id. */
    index('leads_external')
      .on(t.companyId, t.externalLeadId)
      .where(sql`${t.externalLeadId} is not null`),
    // A commit adds its words to a list, which the process merges into the index behind it. At 64 MB,
    // far beyond what is merged four times a second, a commit would have to do that itself.
    index('leads_search')
      .using('gin', t.searchWords)
      .where(sql`${t.searchWords} is not null`)
      .with({ fastupdate: true, gin_pending_list_limit: 65_536 }),
    /** Finds leads of the same person. Its list is merged with that of `leads_search`. */
    index('leads_person')
      .using('gin', personKeys)
      .where(sql`${t.deletedAt} is null and ${t.origin} <> 'test'`)
      .with({ fastupdate: true, gin_pending_list_limit: 65_536 })
      .concurrently(),
    /** Leads whose words are still to be made. */
    index('leads_without_words').on(t.companyId, t.id).where(sql`${t.searchWords} is null`),
    // These start with the owner for the same reason as `leads_step_newest` with the step. All but
    // the first contain leads with an owner or deleted ones only, so that intake does not feed them.
    /** Finds leads without a first contact, those that wait longest first. */
    index('leads_waiting')
      .on(t.ownerId, t.companyId, t.createdAt, t.id)
      .where(
        sql`${t.status} = 'new' and ${t.firstContactAt} is null and ${t.followUpAt} is null and ${t.deletedAt} is null and ${t.origin} <> 'test'`,
      )
      .concurrently(),
    /** Lists the leads of an owner. */
    index('leads_owner').on(t.ownerId, t.companyId, t.id).where(sql`${t.ownerId} is not null`),
    /** Finds what was assigned to an owner since they last looked. */
    index('leads_assigned')
      .on(t.ownerId, t.companyId, t.assignedAt)
      .where(sql`${t.ownerId} is not null`),
    /** Finds what is due. */
    index('leads_follow_up')
      .on(t.ownerId, t.companyId, t.followUpAt)
      .where(sql`${t.followUpAt} is not null`),
    /** Finds deleted leads whose time is over. */
    index('leads_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    check('status_is_known', sql`${t.status} in ${oneOf(leadStatuses)}`),
    check('priority_is_known', sql`${t.priority} in ${oneOf(leadPriorities)}`),
    check('temperature_is_known', sql`${t.temperature} in ${oneOf(leadTemperatures)}`),
    check('origin_is_known', sql`${t.origin} in ${oneOf(leadOrigins)}`),
    check('has_contact_or_is_test', sql`${t.contactId} is not null or ${t.origin} = 'test'`),
  ],
);

/**
 * The block of the search index that a company's new leads go into, and how many went there. A search
 * reads the blocks one by one, the newest first, until it has enough.
 */
export const searchBlocks = pgTable('search_blocks', {
  companyId: uuid()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  block: integer().notNull(),
  leads: integer().notNull(),
});

/** The timeline of a lead. `actorName` stays readable after the user or key is deleted. */
export const leadEvents = pgTable(
  'lead_events',
  {
    companyId: id(),
    id: id(),
    leadId: id(),
    type: text({ enum: leadEventTypes }).notNull(),
    from: text(),
    to: text(),
    /**
     * Which field was edited: `name`, `email`, `phones`, `message`, `customFields.` and a name, `lostReason` or
     * `wonAmount`.
     */
    field: text(),
    /** What was written: a note, what was said in a call (a subset of Markdown), or a message. */
    text: text(),
    /** Of a note that was changed later. */
    editedAt: instant(),
    /** The step that a lead was moved out of. Null for other events, and for moves before this column. */
    fromStepId: uuid(),
    /** Of what takes a change back: the time of that change, which its actor made. */
    undoes: instant(),
    actorKind: text({ enum: ['user', 'apiKey', 'system'] }).notNull(),
    actorId: uuid(),
    actorName: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.leadId, t.id] }),
    foreignKey({
      columns: [t.companyId, t.leadId],
      foreignColumns: [leads.companyId, leads.id],
    }).onDelete('cascade'),
    /** Pages through the events of a company in the audit log. */
    index().on(t.companyId, t.createdAt, t.id),
  ],
);

/** Values of columns of a lead, as JSON has them: an instant is its text. */
export type LeadValues = Record<string, unknown>;

/**
 * Leads that were merged into another one. They are deleted leads that neither expire nor are restored by
 * themselves, and that are removed with the other one: docs/adr/0087-merge-duplicates-into-one-lead.md.
 */
export const leadMerges = pgTable(
  'lead_merges',
  {
    companyId: id(),
    /** The lead that was merged. */
    leadId: id(),
    /** The lead that it was merged into. */
    keptId: id(),
    mergedAt: instant().notNull(),
    /** The columns of the kept lead that the merge changed, with their values before it. */
    before: jsonb().$type<LeadValues>().notNull(),
    /** The same columns with the values that the merge gave them. */
    after: jsonb().$type<LeadValues>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.leadId] }),
    foreignKey({
      columns: [t.companyId, t.leadId],
      foreignColumns: [leads.companyId, leads.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.companyId, t.keptId],
      foreignColumns: [leads.companyId, leads.id],
    }).onDelete('cascade'),
    index().on(t.companyId, t.keptId),
  ],
);

/** Pairs of leads that a member said are no duplicates: each with the smaller id first. */
export const distinctLeads = pgTable(
  'distinct_leads',
  {
    companyId: id(),
    leadId: id(),
    otherId: id(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.leadId, t.otherId] }),
    foreignKey({
      columns: [t.companyId, t.leadId],
      foreignColumns: [leads.companyId, leads.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.companyId, t.otherId],
      foreignColumns: [leads.companyId, leads.id],
    }).onDelete('cascade'),
    index().on(t.companyId, t.otherId),
  ],
);

/**
 * Leads of which a member has read the notifications since the last time that all were marked as read.
 * Work on a lead needs no row: its timeline tells (docs/adr/0084-read-notifications-by-lead.md).
 */
export const notificationReads = pgTable(
  'notification_reads',
  {
    companyId: id(),
    leadId: id(),
    userId: id(),
    readAt: instant().notNull(),
  },
  (t) => [
    // Begins as the foreign key does, so that a lead is deleted with its rows.
    primaryKey({ columns: [t.companyId, t.leadId, t.userId] }),
    foreignKey({
      columns: [t.companyId, t.leadId],
      foreignColumns: [leads.companyId, leads.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.companyId, t.userId],
      foreignColumns: [memberships.companyId, memberships.userId],
    }).onDelete('cascade'),
    index().on(t.companyId, t.userId),
  ],
);

/** Filters, columns and order of the list of leads under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    companyId: id(),
    id: id(),
    name: text().notNull(),
    /** Who made it, and who sees it unless it is shared. */
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isShared: boolean().notNull().default(false),
    /** The query of the address of the list. */
    query: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId], foreignColumns: [companies.id] }).onDelete('restrict'),
    index().on(t.userId),
  ],
);

/**
 * Identifies a repeated request by a digest of its `Idempotency-Key`, and by its natural key: a
 * digest of step, external id and everything that a person said. Inserted in the same commit as the
 * lead, so that one of several concurrent requests stores it.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    companyId: id(),
    /** The first 128 bits of a SHA-256. */
    key: id(),
    leadId: id(),
    /** Digest of step and body; null for a natural key. */
    request: uuid(),
    /** `infinity` for a natural key. */
    expiresAt: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.key] }),
    foreignKey({
      columns: [t.companyId, t.leadId],
      foreignColumns: [leads.companyId, leads.id],
    }).onDelete('cascade'),
    index().on(t.companyId, t.leadId),
    index().on(t.expiresAt).where(sql`${t.request} is not null`),
  ],
);
