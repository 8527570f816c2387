import { type SQL, sql } from 'drizzle-orm';
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
import { intakeGroups, intakeLog } from '#db/schema/intake-log.ts';
import { contacts, leadEvents, leads } from '#db/schema/leads.ts';
import { messageTemplates } from '#db/schema/message-templates.ts';
import type { Role } from '#db/values/access.ts';
import { dayIn } from '../values/time-zone.ts';
import { type KeyName, makeKeys, type StoredSecret } from './keys.ts';
import { type DeriveAttribution, makeLead } from './leads.ts';
import { demoTemplates } from './message-templates.ts';
import { type CompanyPlan, plan } from './plan.ts';
import { Random } from './random.ts';
import { makeRequests } from './requests.ts';
import { addWork } from './work.ts';

const hour = 3_600_000;
const day = 24 * hour;

interface CompanyContext {
  plan: CompanyPlan;
  applicationId: string;
  /** Repeatable: each company has its own. */
  seed: number;
  now: Date;
  timeZone: string;
  users: readonly { id: string; name: string; role: Role }[];
  secretFor(purpose: string): StoredSecret;
  deriveAttribution: DeriveAttribution;
}

function makeFunnels(plan: CompanyPlan, companyId: string, random: Random, createdAt: Date) {
  return plan.funnels.map(({ name, steps }, position) => {
    const funnel = { companyId, id: random.uuid(), name, position, createdAt };
    const { id: funnelId } = funnel;

    return {
      funnel,
      steps: steps.map((step, index) => ({
        companyId,
        id: random.uuid(),
        funnelId,
        ...(typeof step === 'string' ? { name: step, outcome: null } : step),
        position: index,
        createdAt,
      })),
    };
  });
}

const makeKeyIds = (random: Random): Record<KeyName, string> => ({
  website: random.uuid(),
  meta: random.uuid(),
  automation: random.uuid(),
  landing: random.uuid(),
  partner: random.uuid(),
  partnerRotated: random.uuid(),
  wordpress: random.uuid(),
  campaign: random.uuid(),
});

/** All rows of a company. */
function makeCompany({ plan, applicationId, now, users, ...context }: CompanyContext) {
  const { secretFor, deriveAttribution, timeZone } = context;
  const random = new Random(context.seed);
  const companyId = random.uuid();
  const createdAt = new Date(now.getTime() - 90 * day);
  const funnels = makeFunnels(plan, companyId, random, createdAt);
  const keyIds = makeKeyIds(random);
  const admin = users.find((user) => user.role === 'admin');
  const firstFunnel = funnels[0]?.funnel;
  if (!admin || !firstFunnel) throw new Error(`${plan.slug} needs an admin and a funnel`);

  const workers = users.filter((user) => user.role !== 'viewer');
  const leadContext = { plan, companyId, now, random, funnels, keyIds, workers, deriveAttribution };
  const sent = Array.from({ length: plan.leads }, (_, index) => makeLead(leadContext, index));
  const made = addWork(sent, { random, now, timeZone, workers });

  const keys = makeKeys({
    companyId,
    slug: plan.slug,
    now,
    ids: keyIds,
    secretFor,
    createdBy: admin.id,
    firstFunnelId: firstFunnel.id,
    uses: Map.groupBy(made, ({ key }) => key),
  });

  const leads = made.map(({ lead, key }) => ({ ...lead, apiKeyId: keyIds[key] }));
  return {
    ...keys,
    ...makeRequests(leads, timeZone),
    company: {
      id: companyId,
      applicationId,
      slug: plan.slug,
      name: plan.name,
      timeZone,
      country: 'BR',
      createdAt,
    },
    memberships: users.map(({ id: userId, role }) => ({
      applicationId,
      companyId,
      userId,
      role,
      // So that the first leads are in the notifications.
      notifiedUntil: new Date(now.getTime() - hour),
      createdAt,
    })),
    funnels: funnels.map(({ funnel }) => funnel),
    steps: funnels.flatMap(({ steps }) => steps),
    contacts: made.map(({ contact }) => contact),
    leads: made.map(({ lead }) => ({ ...lead, day: dayIn(timeZone, lead.createdAt) })),
    leadEvents: made.flatMap(({ events }) => events),
    messageTemplates: demoTemplates.map((template) => ({
      companyId,
      id: random.uuid(),
      ...template,
      createdAt,
    })),
  };
}

async function insertCompany(db: Database, rows: ReturnType<typeof makeCompany>): Promise<void> {
  await db.insert(companies).values(rows.company);
  await db.insert(memberships).values(rows.memberships);
  await db.insert(funnels).values(rows.funnels);
  await db.insert(steps).values(rows.steps);
  await db.insert(apiKeys).values(rows.apiKeys);
  await db.insert(apiKeyFunnels).values(rows.apiKeyFunnels);
  await db.insert(keyUsage).values(rows.keyUsage);
  await db.insert(contacts).values(rows.contacts);
  await db.insert(leads).values(rows.leads);
  await db.insert(leadEvents).values(rows.leadEvents);
  await db.insert(messageTemplates).values(rows.messageTemplates);
  await db.insert(intakeLog).values(rows.intakeLog);
  await db.insert(intakeGroups).values(rows.intakeGroups);
}

/** What the demo data needs from the layers above. */
export interface SeedDependencies {
  /** Hash of `demo.password`, for all users. */
  passwordHash: string;
  /** Of all companies. */
  timeZone: string;
  /** The stored form of the secret of the demo key with this purpose. */
  secretFor(purpose: string): StoredSecret;
  deriveAttribution: DeriveAttribution;
}

/** Adds leads to the counters. Ordered, so that two writers cannot deadlock. */
export const countLeads = (rows: SQL) => sql`
  insert into ${stepCounters} (company_id, step_id, day, leads)
  select company_id, step_id, day, count(*)
  from ${rows}
  group by 1, 2, 3
  order by 2, 3`;

/** The database's clock, in milliseconds. */
export async function readClock(db: Database): Promise<number> {
  const [clock] = await db.execute<{ now: number }>(
    sql`select floor(extract(epoch from now()) * 1000)::float8 as now`,
  );
  return Number(clock?.now);
}

/**
 * Inserts the demo data: the same accounts and keys on every installation, and leads of the 30 days
 * before the database's now.
 *
 * @throws Error when there is an application already
 */
export async function seedDemo(
  db: Database,
  { passwordHash, ...dependencies }: SeedDependencies,
): Promise<void> {
  if ((await db.$count(applications)) > 0) {
    throw new Error('Demo data is only inserted into an empty database');
  }

  await db.transaction(async (tx) => {
    const now = new Date(await readClock(tx));
    const random = new Random(20_260_101);

    for (const { slug, name, hosts, ...application } of plan) {
      const applicationId = random.uuid();
      const people = application.users.map((user) => ({ ...user, id: random.uuid() }));
      const accounts = people.map(({ role, ...user }) => ({
        ...user,
        applicationId,
        passwordHash,
      }));

      await tx.insert(applications).values({ id: applicationId, slug, name });
      await tx.insert(applicationHosts).values(hosts.map((host) => ({ host, applicationId })));
      await tx.insert(users).values(accounts);
      for (const companyPlan of application.companies) {
        const seed = random.int(1, 2 ** 31 - 1);
        const context = { ...dependencies, plan: companyPlan, applicationId, seed, now };
        await insertCompany(tx, makeCompany({ ...context, users: people }));
      }
    }

    await tx.execute(countLeads(sql`${leads}`));
    for (const topic of ['keys', 'steps', 'hosts'] as const) await announce(tx, topic);
  });
}
