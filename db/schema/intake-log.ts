import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  bodyStates,
  intakeOutcomes,
  keylessReasons,
  type RequestHeaders,
} from '../values/intake-log.ts';
import { companies } from './applications.ts';
import { bytes, id, instant, oneOf } from './columns.ts';
import { steps } from './funnels.ts';

/**
 * Requests of keys: every refused one, and the newest accepted ones of each group. Each lead of a batch
 * has a row of its own, beside that of the batch. The row of a created lead has the id of the lead. Ids
 * are in the order of time. There is no foreign key: to look up company or key would cost as much as
 * the rest of a row, and neither is ever deleted.
 */
export const intakeLog = pgTable(
  'intake_log',
  {
    companyId: id(),
    id: id(),
    /** See `intakeGroups`. */
    groupId: id(),
    apiKeyId: id(),
    /** As the path names it, if it names one. It may be unknown, or another company's. */
    stepId: uuid(),
    status: integer().notNull(),
    outcome: text({ enum: intakeOutcomes }).notNull(),
    /** Text of the answer. */
    message: text().notNull(),
    requestId: text().notNull(),
    /** That was created or repeated, at once or when the request was sent again. */
    leadId: uuid(),
    /** Place in its batch, from 0. */
    item: integer(),
    /** The header `X-Ignored-Fields` of the answer. */
    ignoredFields: text().array().notNull(),
    body: text({ enum: bodyStates }).notNull(),
    /** What else a refused request said, for sending it again. Null: nothing. */
    headers: jsonb().$type<RequestHeaders>(),
    /** When it was answered. */
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index().on(t.companyId, t.groupId, t.id),
    index().on(t.companyId, t.requestId),
    index().on(t.companyId, t.leadId).where(sql`${t.leadId} is not null`),
  ],
);

/**
 * Requests by day and group: of one key, at one step, with one status, outcome and cause. Filters of the
 * log choose groups here, and their entries by the index of groups. `groupId` is a digest of the rest.
 */
export const intakeGroups = pgTable(
  'intake_groups',
  {
    companyId: id(),
    /** In the time zone that the company had then. */
    day: date({ mode: 'string' }).notNull(),
    groupId: id(),
    apiKeyId: id(),
    stepId: uuid(),
    status: integer().notNull(),
    outcome: text({ enum: intakeOutcomes }).notNull(),
    /** Why it was refused, without what differs from request to request; empty for others. */
    cause: text().notNull(),
    requests: bigint({ mode: 'number' }).notNull(),
    /** Of these, without an entry: more came than could be written. */
    droppedEntries: bigint({ mode: 'number' }).notNull(),
    /** Whose body was not stored for the same reason. */
    droppedBodies: bigint({ mode: 'number' }).notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.day, t.groupId] }),
    foreignKey({ columns: [t.companyId], foreignColumns: [companies.id] }).onDelete('restrict'),
    check('outcome_is_known', sql`${t.outcome} in ${oneOf(intakeOutcomes)}`),
  ],
);

/**
 * Bodies as they were sent, sealed: server/services/intake-log/sealed-body.ts. Without foreign keys, as
 * the log.
 */
export const requestBodies = pgTable(
  'request_bodies',
  {
    companyId: id(),
    /** The lead that the request created or repeated; of any other request its own id. */
    subjectId: id(),
    /** Of its entry in the log. */
    id: id(),
    sealed: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.subjectId, t.id] })],
);

/** Requests without a valid key, by the step in their path. */
export const keylessRequests = pgTable(
  'keyless_requests',
  {
    companyId: id(),
    stepId: id(),
    /** In the time zone of the company. */
    day: date({ mode: 'string' }).notNull(),
    reason: text({ enum: keylessReasons }).notNull(),
    requests: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.stepId, t.day, t.reason] }),
    foreignKey({
      columns: [t.companyId, t.stepId],
      foreignColumns: [steps.companyId, steps.id],
    }).onDelete('cascade'),
    check('reason_is_known', sql`${t.reason} in ${oneOf(keylessReasons)}`),
  ],
);
