import { asc, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { applications, companies } from '#db/schema/applications.ts';

export interface CompanySummary {
  id: string;
  slug: string;
  name: string;
  application: string;
  timeZone: string;
  country: string | null;
  createdAt: Date;
}

/** Every company of the installation, by application and slug; `application` is a slug. */
export function listCompanies(db: Database): Promise<CompanySummary[]> {
  return db
    .select({
      id: companies.id,
      slug: companies.slug,
      name: companies.name,
      application: applications.slug,
      timeZone: companies.timeZone,
      country: companies.country,
      createdAt: companies.createdAt,
    })
    .from(companies)
    .innerJoin(applications, eq(applications.id, companies.applicationId))
    .orderBy(asc(applications.slug), asc(companies.slug));
}
