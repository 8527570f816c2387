import type { Database } from '#db/client.ts';
import { messageTemplates } from '#db/schema/message-templates.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isTemplate, lockMessageTemplate } from './lock-message-template.ts';

/**
 * Messages that were recorded stay.
 *
 * @throws NotFoundError
 */
export function deleteMessageTemplate(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const { name } = await lockMessageTemplate(tx, companyId, id);
    await tx.delete(messageTemplates).where(isTemplate(companyId, id));
    await recordAudit(tx, actor, { action: 'messageTemplates.delete', subject: { id, name } });
    return { id };
  });
}
