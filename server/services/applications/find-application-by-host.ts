import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { applicationHosts, applications } from '#db/schema/applications.ts';

export interface Application {
  id: string;
  slug: string;
  name: string;
}

const isHost = (host: string) => inArray(applicationHosts.host, [host, '*']);
const exactFirst = sql`${applicationHosts.host} = '*'`;

/** Its id, as a part of a statement. */
export const ownerOfHost = (db: Database, host: string) =>
  db
    .select({ id: applicationHosts.applicationId })
    .from(applicationHosts)
    .where(isHost(host))
    .orderBy(exactFirst)
    .limit(1);

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
    .where(isHost(host))
    .orderBy(exactFirst)
    .limit(1);

  return application;
}
