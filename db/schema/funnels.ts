import {
  bigint,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { companies } from './applications.ts';
import { createdAt, id, instant } from './columns.ts';

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
  ],
);

/**
 * How many leads stand in a step, by the UTC day they were created on. The sum over the days is
 * the count of the step, so that no screen counts leads.
 */
export const stepCounters = pgTable(
  'step_counters',
  {
    companyId: id(),
    stepId: id(),
    day: date({ mode: 'string' }).notNull(),
    leads: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.stepId, t.day] }),
    foreignKey({
      columns: [t.companyId, t.stepId],
      foreignColumns: [steps.companyId, steps.id],
    }).onDelete('cascade'),
  ],
);
