import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { NotFoundError } from '../errors.ts';

/** @throws NotFoundError */
export async function getCompanyBySlug(
  db: Database,
  slug: string,
): Promise<{ id: string; applicationId: string; slug: string; name: string }> {
  const [company] = await db
    .select({
      id: companies.id,
      applicationId: companies.applicationId,
      slug: companies.slug,
      name: companies.name,
    })
    .from(companies)
    .where(eq(companies.slug, slug));
  if (!company) throw new NotFoundError(`There is no company "${slug}"`);

  return company;
}
