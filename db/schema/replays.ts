import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { replayOutcomes, replayStatuses } from '../values/replays.ts';
import { companies, users } from './applications.ts';
import { createdAt, id, instant, oneOf } from './columns.ts';
import type { leads } from './leads.ts';

/** Columns of a lead as they were before values were filled in. */
export type LeadBefore = Partial<typeof leads.$inferSelect>;

/**
 * Requests of one group of the intake log that are sent again. The instance that works on one locks its row:
 * docs/adr/0080-send-requests-of-the-log-again.md.
 */
export const replays = pgTable(
  'replays',
  {
    companyId: id(),
    id: id(),
    groupId: id(),
    apiKeyId: id(),
    /** Where the leads go; null: to the step that each was sent to. */
    stepId: uuid(),
    status: text({ enum: replayStatuses }).notNull(),
    requests: integer().notNull(),
    createdAt: createdAt(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdByName: text().notNull(),
    /** When the last was sent, or it was cancelled. */
    endedAt: instant(),
    /** Who cancelled or undid it. */
    endedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    endedByName: text(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId], foreignColumns: [companies.id] }).onDelete('restrict'),
    index().on(t.companyId, t.groupId, t.createdAt),
    /** Finds the work. */
    index('replays_open').on(t.createdAt).where(sql`${t.status} in ('running', 'undoing')`),
    index().on(t.createdBy).where(sql`${t.createdBy} is not null`),
    index().on(t.endedBy).where(sql`${t.endedBy} is not null`),
    check('status_is_known', sql`${t.status} in ${oneOf(replayStatuses)}`),
  ],
);

/** A lead that a replay creates has the id of the entry, so that it is created once. */
export const replayRequests = pgTable(
  'replay_requests',
  {
    companyId: id(),
    replayId: id(),
    /** In the intake log. */
    entryId: id(),
    /** Null: still to come. */
    outcome: text({ enum: replayOutcomes }),
    /** Why it was refused, or which fields were filled. */
    message: text().notNull().default(''),
    leadId: uuid(),
    /** For an undo, of a lead of which values were filled. */
    before: jsonb().$type<LeadBefore>(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.replayId, t.entryId] }),
    foreignKey({
      columns: [t.companyId, t.replayId],
      foreignColumns: [replays.companyId, replays.id],
    }).onDelete('cascade'),
    index().on(t.companyId, t.leadId).where(sql`${t.leadId} is not null`),
    check('outcome_is_known', sql`${t.outcome} in ${oneOf(replayOutcomes)}`),
  ],
);
