import type { Database } from '#db/client.ts';
import { messageTemplates } from '#db/schema/message-templates.ts';
import type { ManagingActor } from '../actor.ts';
import { changesOf, recordAudit } from '../audit/record-audit.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { checkName } from './check-name.ts';
import { isTemplate, lockMessageTemplate } from './lock-message-template.ts';
import type { TemplateSettings } from './template-settings.ts';

/**
 * Messages that were recorded keep their texts.
 *
 * @throws NotFoundError
 * @throws InvalidError for a name that another template has
 */
export function updateMessageTemplate(
  db: Database,
  actor: ManagingActor,
  { id, name, channel, subject, text }: TemplateSettings & { id: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const old = await lockMessageTemplate(tx, companyId, id);
    const details = changesOf({
      name: [old.name, name],
      usedFor: [old.channel, channel],
      subject: [old.subject, subject],
      text: [old.text, text],
    });
    if (!details) return { id };

    await checkName(tx, companyId, { id, name });
    await tx
      .update(messageTemplates)
      .set({ name, channel, subject, text })
      .where(isTemplate(companyId, id));
    const entry = { subject: { id, name }, details };
    await recordAudit(tx, actor, { action: 'messageTemplates.update', ...entry });
    return { id };
  });
}
