import { asc, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { applications } from '#db/schema/applications.ts';

export interface ApplicationSummary {
  id: string;
  slug: string;
  name: string;
  hosts: string[];
  companies: number;
  createdAt: Date;
}

/** Every application of the installation, by slug. */
export function listApplications(db: Database): Promise<ApplicationSummary[]> {
  return db
    .select({
      id: applications.id,
      slug: applications.slug,
      name: applications.name,
      hosts: sql<string[]>`array(
        select host from application_hosts h where h.application_id = applications.id order by h.created_at, h.host
      )`,
      companies: sql<number>`(
        select count(*)::int from companies c where c.application_id = applications.id
      )`,
      createdAt: applications.createdAt,
    })
    .from(applications)
    .orderBy(asc(applications.slug));
}
