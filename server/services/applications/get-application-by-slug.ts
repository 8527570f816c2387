import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { applications } from '#db/schema/applications.ts';
import { NotFoundError } from '../errors.ts';

/** @throws NotFoundError */
export async function getApplicationBySlug(
  db: Database,
  slug: string,
): Promise<{ id: string; slug: string; name: string }> {
  const [application] = await db
    .select({ id: applications.id, slug: applications.slug, name: applications.name })
    .from(applications)
    .where(eq(applications.slug, slug));
  if (!application) throw new NotFoundError(`There is no application "${slug}"`);

  return application;
}
