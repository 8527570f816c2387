import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { applicationHosts, applications } from '#db/schema/applications.ts';

export interface Application {
  id: string;
  slug: string;
  name: string;
}

/**
 * The application that owns the host, else the one registered for any host (`*`).
 *
 * @param host as `normalizeHost` gives it
 */
export async function findApplicationByHost(
  db: Database,
  host: string,
): Promise<Application | undefined> {
  const [application] = await db
    .select({ id: applications.id, slug: applications.slug, name: applications.name })
    .from(applicationHosts)
    .innerJoin(applications, eq(applications.id, applicationHosts.applicationId))
    .where(inArray(applicationHosts.host, [host, '*']))
    .orderBy(sql`${applicationHosts.host} = '*'`)
    .limit(1);

  return application;
}
