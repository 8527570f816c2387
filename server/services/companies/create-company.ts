import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { companies } from '#db/schema/applications.ts';
import { countryOfTimeZone } from '#db/values/countries.ts';
import { getApplicationBySlug } from '../applications/get-application-by-slug.ts';
import { ConflictError, InvalidError } from '../errors.ts';
import { assertSlug } from '../slug.ts';
import { assertCountry } from './country.ts';
import { assertTimeZone, findLocalTimeZone } from './time-zone.ts';

/** The panel's addresses start with the company, so these are taken. */
export const reservedSlugs: readonly string[] = [
  'api',
  'docs',
  'funnels',
  'leads',
  'livez',
  'me',
  'readyz',
  'settings',
  'sign-in',
];

interface NewCompany {
  slug: string;
  name: string;
  applicationSlug: string;
  /** IANA name; absent: that of this machine. */
  timeZone?: string | undefined;
  /** ISO 3166 alpha-2; absent: that of the time zone. */
  country?: string | undefined;
}

/**
 * @throws InvalidError for a slug that does not fit into an address or is reserved, and for an unknown
 *   time zone or country
 * @throws NotFoundError, ConflictError
 */
export async function createCompany(
  db: Database,
  { slug, name, applicationSlug, timeZone, country }: NewCompany,
): Promise<{ id: string }> {
  assertSlug(slug);
  if (reservedSlugs.includes(slug))
    throw new InvalidError(`The slug "${slug}" is reserved`, 'slug');
  if (timeZone) await assertTimeZone(db, timeZone);
  if (country) assertCountry(country);
  const application = await getApplicationBySlug(db, applicationSlug);
  const zone = timeZone ?? (await findLocalTimeZone(db));

  const [created] = await db
    .insert(companies)
    .values({
      id: newId(),
      applicationId: application.id,
      slug,
      name,
      timeZone: zone,
      country: country ?? countryOfTimeZone(zone),
    })
    .onConflictDoNothing({ target: companies.slug })
    .returning({ id: companies.id });
  if (!created) throw new ConflictError(`There is a company "${slug}" already`);

  return created;
}
