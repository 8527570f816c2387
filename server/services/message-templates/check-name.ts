import { and, eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { messageTemplates } from '#db/schema/message-templates.ts';
import { InvalidError } from '../errors.ts';

/**
 * Names differ by more than case.
 *
 * @param id of the template that has the name
 * @throws InvalidError
 */
export async function checkName(
  tx: Transaction,
  companyId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const hasName = sql`lower(${messageTemplates.name}) = lower(${name})`;
  const isOther = and(eq(messageTemplates.companyId, companyId), ne(messageTemplates.id, id));
  if ((await tx.$count(messageTemplates, and(isOther, hasName))) > 0) {
    throw new InvalidError('Another template has this name', 'name');
  }
}
