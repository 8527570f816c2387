import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { messageTemplates } from '#db/schema/message-templates.ts';
import { messageTemplatesPerCompany } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { LimitReachedError } from '../errors.ts';
import { checkName } from './check-name.ts';
import type { TemplateSettings } from './template-settings.ts';

/**
 * @throws InvalidError for a name that another template has
 * @throws LimitReachedError
 */
export function createMessageTemplate(
  db: Database,
  actor: ManagingActor,
  settings: TemplateSettings,
): Promise<{ id: string }> {
  const { companyId } = actor;
  const { name, channel, subject, text } = settings;

  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const ofCompany = eq(messageTemplates.companyId, companyId);
    if ((await tx.$count(messageTemplates, ofCompany)) >= messageTemplatesPerCompany) {
      throw new LimitReachedError(
        `A company can have ${messageTemplatesPerCompany} message templates. Delete those that are no longer used`,
      );
    }
    const id = newId();
    await checkName(tx, companyId, { id, name });
    await tx.insert(messageTemplates).values({ companyId, id, name, channel, subject, text });
    await recordAudit(tx, actor, {
      action: 'messageTemplates.create',
      subject: { id, name },
      details: { usedFor: channel, ...(subject !== null && { subject }), text },
    });
    return { id };
  });
}
