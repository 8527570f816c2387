import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { NotFoundError } from '../errors.ts';

/** @throws NotFoundError */
export async function getCompanyBySlug(
  db: Database,
  slug: string,
): Promise<{ id: string; applicationId: string; slug: string; name: string; timeZone: string }> {
  const [company] = await db
    .select({
      id: companies.id,
      applicationId: companies.applicationId,
      slug: companies.slug,
      name: companies.name,
      timeZone: companies.timeZone,
    })
    .from(companies)
    .where(eq(companies.slug, slug));
  if (!company) throw new NotFoundError(`There is no company "${slug}"`);

  return company;
}
