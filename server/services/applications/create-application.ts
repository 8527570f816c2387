import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { applicationHosts, applications } from '#db/schema/applications.ts';
import { ConflictError } from '../errors.ts';
import { assertSlug } from '../slug.ts';

/**
 * Creates an application without hosts.
 *
 * @throws InvalidError for a slug that does not fit into an address
 * @throws ConflictError when the slug is taken, or the only application answers on any host
 */
export async function createApplication(
  db: Database,
  { slug, name }: { slug: string; name: string },
): Promise<{ id: string }> {
  assertSlug(slug);

  return db.transaction(async (tx) => {
    // Excludes a simultaneous `addHost` of `*`, which counts the applications.
    await tx.execute(sql`lock table ${applications} in share row exclusive mode`);
    if ((await tx.$count(applicationHosts, eq(applicationHosts.host, '*'))) > 0) {
      throw new ConflictError(
        'The host * belongs to the only application; remove that host before there is a second one',
      );
    }
    const [created] = await tx
      .insert(applications)
      .values({ id: newId(), slug, name })
      .onConflictDoNothing({ target: applications.slug })
      .returning({ id: applications.id });
    if (!created) throw new ConflictError(`There is an application "${slug}" already`);

    return created;
  });
}
