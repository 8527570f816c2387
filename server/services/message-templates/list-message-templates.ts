import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { messageTemplates } from '#db/schema/message-templates.ts';
import type { CompanyActor } from '../actor.ts';

/** The templates of a company, by name. */
export const listMessageTemplates = (db: Database, { companyId }: CompanyActor) =>
  db
    .select({
      id: messageTemplates.id,
      name: messageTemplates.name,
      channel: messageTemplates.channel,
      subject: messageTemplates.subject,
      text: messageTemplates.text,
    })
    .from(messageTemplates)
    .where(eq(messageTemplates.companyId, companyId))
    .orderBy(asc(sql`lower(${messageTemplates.name})`), asc(messageTemplates.id));
