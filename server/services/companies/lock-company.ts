import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { NotFoundError } from '../errors.ts';
import { now } from '../sql.ts';

/**
 * Lets one transaction at a time count and add to what a company has a limit of. Foreign keys still
 * find the company: the lock is `no key update`.
 *
 * @returns the time of the database
 * @throws NotFoundError
 */
export async function lockCompany(tx: Transaction, companyId: string): Promise<Date> {
  const [company] = await tx
    .select({ now })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('no key update');
  if (!company) throw new NotFoundError('Company not found');

  return company.now;
}
