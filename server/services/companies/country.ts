import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { isCountry } from '#db/values/countries.ts';
import { InvalidError } from '../errors.ts';

/** @throws InvalidError */
export function assertCountry(country: string): void {
  if (isCountry(country)) return;
  throw new InvalidError(
    `There is no country "${country}": give two letters, such as BR`,
    'country',
  );
}

/** Undefined: unknown. */
export async function getCountry(tx: Transaction, companyId: string): Promise<string | undefined> {
  const [company] = await tx
    .select({ country: companies.country })
    .from(companies)
    .where(eq(companies.id, companyId));
  return company?.country ?? undefined;
}
