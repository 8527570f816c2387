import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditDetails } from '../values/audit.ts';
import { companies } from './applications.ts';
import { createdAt, id } from './columns.ts';

/**
 * Actor, action, subject and address of each change. Append-only: the product never changes an entry.
 * A sign-in is logged in every company of the user.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'restrict' }),
    id: id(),
    /** For example `apiKeys.deactivate`. */
    action: text().notNull(),
    actorKind: text({ enum: ['user', 'system'] }).notNull(),
    actorId: uuid(),
    /** Stays readable after the user is deleted. */
    actorName: text().notNull(),
    /** IP address of the request; null for the command line. */
    address: text(),
    subjectId: uuid(),
    subjectName: text(),
    details: jsonb().$type<AuditDetails>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index().on(t.companyId, t.createdAt, t.id)],
);
