import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
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
export async function getCountry(
  db: Pick<Database, 'select'>,
  companyId: string,
): Promise<string | undefined> {
  const [company] = await db
    .select({ country: companies.country })
    .from(companies)
    .where(eq(companies.id, companyId));
  return company?.country ?? undefined;
}
