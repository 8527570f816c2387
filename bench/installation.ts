import postgres from 'postgres';
import { z } from 'zod';
import type { DatabaseServer } from './database-server.ts';
import { type Grown, growLeads } from './grown-leads.ts';
import { leadRequest, type Request, runLoad } from './load.ts';
import { pause, runProgram, type Service, startService } from './processes.ts';

export const keyPepper = 'key-pepper-for-benchmarks-only-0123456789';
const secrets = {
  AUTH_SECRET: 'auth-secret-for-benchmarks-only-0123456789',
  KEY_PEPPER: keyPepper,
};

/** Enough rows for the statistics of PostgreSQL. */
const firstLeads = 2_000;

const text = z.string();
const createdCompany = z.object({ id: text });
const createdStep = z.object({ id: text });
const createdFunnel = z.object({ id: text, steps: z.tuple([createdStep], createdStep) });
const createdKey = z.object({ id: text, secret: text });
const createdUser = z.object({ id: text, email: text, password: text });

interface Tenant {
  companyId: string;
  funnelId: string;
  /** The first of the funnel, which load goes to, and which has the most generated leads. */
  stepId: string;
  /** In their order. */
  stepIds: string[];
  apiKeyId: string;
  secret: string;
  admin: z.infer<typeof createdUser>;
}

export interface Installation extends Tenant {
  databaseUrl: string;
  /** Starts the product as an operator does. */
  start(workers?: number): Promise<Service>;
  /** The creation of a lead, on a server that uses this database. */
  requestTo(service: Service): Request;
  /** Adds generated leads. Once, since it creates keys and members. */
  grow(leads: number): Promise<Grown>;
  /** Sends tests to the first step. */
  sendTests(service: Service, count: number): Promise<void>;
  /** Waits until the running product has made the words of all leads that were added. */
  untilSearchable(): Promise<void>;
  /** Gives some leads, from anywhere in the table, a name that no other lead has. */
  sampleLeads(count: number): Promise<SampledLead[]>;
  /** Gives PostgreSQL statistics, as autovacuum does within a minute or two. */
  analyze(): Promise<void>;
  /** Empties the lead tables and writes a checkpoint, so that every round starts alike. */
  reset(): Promise<void>;
  checkpoint(): Promise<void>;
}

export interface SampledLead {
  name: string;
  phone: string | null;
  email: string | null;
  campaignName: string | null;
  rareName: string;
}

/** Leads from anywhere in the table, each renamed and to be made findable anew. */
const renameSample = (sql: postgres.Sql, companyId: string, count: number) => sql<SampledLead[]>`
  update leads
  set name = 'Quill' || left(md5(leads.id::text), 10) || ' Ostrander', search_words = null
  from (
    select id, name from leads tablesample system (5) where company_id = ${companyId}
    order by random() limit ${count}
  ) sample
  where leads.company_id = ${companyId} and leads.id = sample.id
  returning sample.name, leads.name as "rareName", phones[1] as phone, email,
    campaign_name as "campaignName"`;

type Cli = (...args: string[]) => Promise<unknown>;

const steps = 'New,Contacted,Qualified,Proposal,Negotiation,Won';

/** One company with one funnel, one key and one administrator. */
async function createTenant(cli: Cli): Promise<Tenant> {
  const named = ['--name', 'Bench'];
  const ofCompany = ['--company', 'bench'];
  await cli('applications', 'create', 'bench', ...named);
  await cli('hosts', 'add', '*', '--application', 'bench');
  const company = createdCompany.parse(
    await cli('companies', 'create', 'bench', '--application', 'bench', ...named),
  );
  const funnel = createdFunnel.parse(
    await cli('funnels', 'create', 'Bench', ...ofCompany, '--steps', steps),
  );
  const key = createdKey.parse(await cli('keys', 'create', ...ofCompany, ...named));
  const admin = createdUser.parse(
    await cli('users', 'create', 'bench@example.com', ...ofCompany, ...named, '--role', 'admin'),
  );
  return {
    companyId: company.id,
    funnelId: funnel.id,
    stepId: funnel.steps[0].id,
    stepIds: funnel.steps.map(({ id }) => id),
    apiKeyId: key.id,
    secret: key.secret,
    admin,
  };
}

/**
 * A target may still store what the load does not wait for any more. Its locks and those of `truncate`
 * could be taken in opposite orders.
 */
async function untilIdle(sql: postgres.Sql): Promise<void> {
  const others = () => sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
  while ((await others()).length > 0) await pause(10);
}

/**
 * Sets up a checkout of the product on a new database, through its command line.
 *
 * @param folder the checkout
 * @param name name of the database
 */
export async function createInstallation(
  stack: AsyncDisposableStack,
  server: DatabaseServer,
  folder: string,
  name: string,
): Promise<Installation> {
  const { checkpoint } = server;
  const databaseUrl = await server.createDatabase(name);
  const sql = postgres(databaseUrl, { max: 1, max_lifetime: null, onnotice: () => {} });
  stack.defer(() => sql.end({ timeout: 1 }));

  // RATE_LIMIT_PER_KEY=0: the run measures what can be stored, not what a key is allowed.
  const env = {
    ...secrets,
    DATABASE_URL: databaseUrl,
    DEMO_DATA: 'off',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_KEY: '0',
  };
  const cli: Cli = async (...args) =>
    JSON.parse(
      await runProgram({ cwd: folder, args: ['server/cli/main.ts', ...args, '--json'], env }),
    );
  const tenant = await createTenant(cli);
  const untilSearchable = async () => {
    const hasOthers = () => sql`select from leads where search_words is null limit 1`;
    while ((await hasOthers()).length > 0) await pause(500);
  };

  return {
    ...tenant,
    databaseUrl,
    start: (workers = 1) =>
      startService({
        cwd: folder,
        args: ['server/main.ts'],
        env: { ...env, WEB_CONCURRENCY: String(workers) },
      }),
    requestTo: ({ url }) => leadRequest(url, tenant.stepId, tenant.secret),
    grow: (leads) => growLeads({ sql, cli, tenant }, leads),
    sendTests: async ({ url }, count) => {
      const { headers, ...request } = leadRequest(url, tenant.stepId, tenant.secret);
      const test = { ...request, headers: { ...headers, 'X-Test-Lead': 'true' } };
      await runLoad(test, { connections: 1, warmUp: 0, count });
    },
    untilSearchable,
    sampleLeads: async (count) => {
      const sample = await renameSample(sql, tenant.companyId, count);
      await untilSearchable();
      return sample;
    },
    analyze: async () => {
      await sql`vacuum (analyze)`;
      await checkpoint();
    },
    reset: async () => {
      await untilIdle(sql);
      await sql`truncate contacts, step_counters cascade`;
      await checkpoint();
    },
    checkpoint,
  };
}

/** Starts the product and stores its first leads, so that PostgreSQL has statistics. */
export async function startWithLeads(
  stack: AsyncDisposableStack,
  installation: Installation,
): Promise<Service> {
  const service = stack.use(await installation.start());
  const load = { connections: 8, warmUp: 0, count: firstLeads };
  await runLoad(installation.requestTo(service), load);
  await installation.analyze();
  return service;
}
