import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { messageTemplates } from '#db/schema/message-templates.ts';
import { NotFoundError } from '../errors.ts';
import type { TemplateSettings } from './template-settings.ts';

/** The condition that names one template. */
export const isTemplate = (companyId: string, id: string) =>
  and(eq(messageTemplates.companyId, companyId), eq(messageTemplates.id, id));

/**
 * A template, locked until the transaction ends.
 *
 * @throws NotFoundError
 */
export async function lockMessageTemplate(
  tx: Transaction,
  companyId: string,
  id: string,
): Promise<TemplateSettings> {
  const [template] = await tx
    .select({
      name: messageTemplates.name,
      channel: messageTemplates.channel,
      subject: messageTemplates.subject,
      text: messageTemplates.text,
    })
    .from(messageTemplates)
    .where(isTemplate(companyId, id))
    .for('update');
  if (!template) throw new NotFoundError('Message template not found');

  return template;
}
