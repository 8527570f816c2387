import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { companies } from '#db/schema/applications.ts';
import { getApplicationBySlug } from '../applications/get-application-by-slug.ts';
import { ConflictError, InvalidError } from '../errors.ts';
import { assertSlug } from '../slug.ts';
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
  'sign-in',
];

interface NewCompany {
  slug: string;
  name: string;
  applicationSlug: string;
  /** IANA name; absent: that of this machine. */
  timeZone?: string | undefined;
}

/**
 * @throws InvalidError for a slug that does not fit into an address or is reserved, and for an unknown
 *   time zone
 * @throws NotFoundError, ConflictError
 */
export async function createCompany(
  db: Database,
  { slug, name, applicationSlug, timeZone }: NewCompany,
): Promise<{ id: string }> {
  assertSlug(slug);
  if (reservedSlugs.includes(slug))
    throw new InvalidError(`The slug "${slug}" is reserved`, 'slug');
  if (timeZone) await assertTimeZone(db, timeZone);
  const application = await getApplicationBySlug(db, applicationSlug);

  const [created] = await db
    .insert(companies)
    .values({
      id: newId(),
      applicationId: application.id,
      slug,
      name,
      timeZone: timeZone ?? (await findLocalTimeZone(db)),
    })
    .onConflictDoNothing({ target: companies.slug })
    .returning({ id: companies.id });
  if (!created) throw new ConflictError(`There is a company "${slug}" already`);

  return created;
}
