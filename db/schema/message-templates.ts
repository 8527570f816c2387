import { sql } from 'drizzle-orm';
import { check, foreignKey, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { messageChannels } from '../values/leads.ts';
import { companies } from './applications.ts';
import { createdAt, id, oneOf } from './columns.ts';

/** Texts with placeholders, from which members begin a message to a lead. */
export const messageTemplates = pgTable(
  'message_templates',
  {
    companyId: id(),
    id: id(),
    name: text().notNull(),
    /** By what it is written. Null: by any. */
    channel: text({ enum: messageChannels }),
    /** Of an email. */
    subject: text(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId], foreignColumns: [companies.id] }).onDelete('restrict'),
    uniqueIndex('message_templates_name').on(t.companyId, sql`lower(${t.name})`),
    check('channel_is_known', sql`${t.channel} in ${oneOf(messageChannels)}`),
  ],
);
