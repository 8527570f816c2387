import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { leadOutcomes } from '../values/leads.ts';
import { companies } from './applications.ts';
import { createdAt, id, instant, oneOf } from './columns.ts';

export const funnels = pgTable(
  'funnels',
  {
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'restrict' }),
    id: id(),
    name: text().notNull(),
    position: integer().notNull(),
    archivedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const steps = pgTable(
  'steps',
  {
    companyId: id(),
    id: id(),
    funnelId: id(),
    name: text().notNull(),
    position: integer().notNull(),
    /**
     * A lead that a member moves into the step has ended so, which its status then says. Named so in SQL
     * because queries of the version before join steps with what has an `outcome`.
     */
    outcome: text('lead_outcome', { enum: leadOutcomes }),
    archivedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      columns: [t.companyId, t.funnelId],
      foreignColumns: [funnels.companyId, funnels.id],
    }).onDelete('restrict'),
    index().on(t.companyId, t.funnelId),
    check('lead_outcome_is_known', sql`${t.outcome} in ${oneOf(leadOutcomes)}`),
  ],
);

/**
 * Number of leads in a step, by the day of their creation (`leads.day`). The sum over days and shards is the
 * number of leads in the step, so that no screen counts leads.
 *
 * Each connection uses the shard given by its backend's process ID. Concurrent commits in one step
 * would otherwise wait for each other.
 */
export const stepCounters = pgTable(
  'step_counters',
  {
    companyId: id(),
    stepId: id(),
    day: date({ mode: 'string' }).notNull(),
    /** 0 to 7. One shard can be negative, the sum cannot. */
    shard: smallint().notNull().default(0),
    leads: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.stepId, t.day, t.shard] }),
    foreignKey({
      columns: [t.companyId, t.stepId],
      foreignColumns: [steps.companyId, steps.id],
    }).onDelete('cascade'),
  ],
);
