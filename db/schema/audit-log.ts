import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditDetails } from '../values/audit.ts';
import { companies } from './applications.ts';
import { createdAt, id } from './columns.ts';

/**
 * Who did what, to what, from which address. Append-only: the product never changes an entry
 * (docs/adr/0011-no-triggers.md). A sign-in is in the log of every company of the
 * user.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'restrict' }),
    id: id(),
    /** As `apiKeys.deactivate`. */
    action: text().notNull(),
    actorKind: text({ enum: ['user', 'system'] }).notNull(),
    actorId: uuid(),
    /** Stays readable after the user is gone. */
    actorName: text().notNull(),
    /** IP address that the request came from; absent for the command line. */
    address: text(),
    subjectId: uuid(),
    subjectName: text(),
    details: jsonb().$type<AuditDetails>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index().on(t.companyId, t.createdAt, t.id)],
);
