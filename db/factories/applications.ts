import type { Database } from '#db/client.ts';
import { applicationHosts, applications, companies } from '#db/schema/applications.ts';
import { newId } from '../id.ts';
import { only, suffix } from './row.ts';

export async function createApplication(
  db: Database,
  overrides: Partial<typeof applications.$inferInsert> = {},
) {
  const slug = overrides.slug ?? `application-${suffix()}`;

  return only(
    await db
      .insert(applications)
      .values({ id: newId(), slug, name: slug, ...overrides })
      .returning(),
  );
}

type HostOverrides = Partial<typeof applicationHosts.$inferInsert> & { applicationId: string };

export async function createHost(db: Database, overrides: HostOverrides) {
  return only(
    await db
      .insert(applicationHosts)
      .values({ host: `${suffix()}.test`, ...overrides })
      .returning(),
  );
}

type CompanyOverrides = Partial<typeof companies.$inferInsert> & { applicationId: string };

export async function createCompany(db: Database, overrides: CompanyOverrides) {
  const slug = overrides.slug ?? `company-${suffix()}`;

  return only(
    await db
      .insert(companies)
      .values({ id: newId(), slug, name: slug, ...overrides })
      .returning(),
  );
}
