import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { standardLostReasons } from '#db/values/leads.ts';
import { NotFoundError } from '../errors.ts';

/**
 * Why leads of a company are lost, in the order in which members choose.
 *
 * @throws NotFoundError
 */
export async function getLostReasons(
  db: Pick<Database, 'select'>,
  companyId: string,
): Promise<readonly string[]> {
  const [company] = await db
    .select({ reasons: companies.lostReasons })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!company) throw new NotFoundError('Company not found');

  return company.reasons ?? standardLostReasons;
}
