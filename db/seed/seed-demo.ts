import { sql } from 'drizzle-orm';
import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { apiKeyFunnels, apiKeys, keyUsage } from '#db/schema/api-keys.ts';
import {
  applicationHosts,
  applications,
  companies,
  memberships,
  users,
} from '#db/schema/applications.ts';
import { funnels, stepCounters, steps } from '#db/schema/funnels.ts';
import { contacts, leadEvents, leads } from '#db/schema/leads.ts';
import { Chance } from './chance.ts';
import { makeCompany } from './company.ts';
import type { StoredSecret } from './keys.ts';
import type { DeriveAttribution } from './leads.ts';
import { plan } from './plan.ts';

/** What the demo data needs from the floors above. */
export interface SeedDependencies {
  /** Of `demo.password`, for all users. */
  passwordHash: string;
  /** How the secret of the demo key with this purpose is stored. */
  secretFor(purpose: string): StoredSecret;
  deriveAttribution: DeriveAttribution;
}

function makeRows(now: Date, { passwordHash, ...dependencies }: SeedDependencies) {
  const chance = new Chance(20_260_101);

  const tenants = plan.map(({ slug, name, hosts, users: members, companies: companyPlans }) => {
    const applicationId = chance.uuid();
    const people = members.map((member) => ({ ...member, id: chance.uuid() }));

    return {
      applications: [{ id: applicationId, slug, name }],
      hosts: hosts.map((host) => ({ host, applicationId })),
      users: people.map(({ id, email, name: userName }) => ({
        id,
        applicationId,
        email,
        name: userName,
        passwordHash,
      })),
      companies: companyPlans.map((company) =>
        makeCompany({
          ...dependencies,
          plan: company,
          applicationId,
          seed: chance.int(1, 2 ** 31 - 1),
          now,
          users: people,
        }),
      ),
    };
  });

  return {
    applications: tenants.flatMap((tenant) => tenant.applications),
    hosts: tenants.flatMap((tenant) => tenant.hosts),
    users: tenants.flatMap((tenant) => tenant.users),
    companies: tenants.flatMap((tenant) => tenant.companies),
  };
}

/** The day is that of UTC, as intake counts it. */
const countLeads = sql`
  insert into ${stepCounters} (company_id, step_id, day, leads)
  select company_id, step_id, (created_at at time zone 'UTC')::date, count(*)
  from ${leads}
  group by 1, 2, 3`;

/**
 * Plants the demo data: the same tenants, people and keys on every installation, and leads of the
 * 30 days before the database's now.
 *
 * @throws Error when there is an application already
 */
export async function seedDemo(db: Database, dependencies: SeedDependencies): Promise<void> {
  if ((await db.$count(applications)) > 0) {
    throw new Error('Demo data is only planted in an empty database');
  }

  await db.transaction(async (tx) => {
    const [clock] = await tx.execute<{ now: number }>(
      sql`select floor(extract(epoch from now()) * 1000)::float8 as now`,
    );
    const rows = makeRows(new Date(Number(clock?.now)), dependencies);
    const all = rows.companies;

    await tx.insert(applications).values(rows.applications);
    await tx.insert(applicationHosts).values(rows.hosts);
    await tx.insert(users).values(rows.users);
    await tx.insert(companies).values(all.flatMap((company) => company.companies));
    await tx.insert(memberships).values(all.flatMap((company) => company.memberships));
    await tx.insert(funnels).values(all.flatMap((company) => company.funnels));
    await tx.insert(steps).values(all.flatMap((company) => company.steps));
    await tx.insert(apiKeys).values(all.flatMap((company) => company.apiKeys));
    await tx.insert(apiKeyFunnels).values(all.flatMap((company) => company.apiKeyFunnels));
    await tx.insert(keyUsage).values(all.flatMap((company) => company.keyUsage));
    await tx.insert(contacts).values(all.flatMap((company) => company.contacts));
    await tx.insert(leads).values(all.flatMap((company) => company.leads));
    await tx.insert(leadEvents).values(all.flatMap((company) => company.leadEvents));
    await tx.execute(countLeads);
    for (const topic of ['keys', 'steps', 'hosts'] as const) await announce(tx, topic);
  });
}
