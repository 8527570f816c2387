import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import postgres from 'postgres';
import { z } from 'zod';
import { missingDurability } from '#db/durability.ts';
import { openEmbeddedServer } from '#db/embedded/cluster.ts';
import { leadRequest, runLoad } from './load.ts';
import { pause, runProgram, startService } from './processes.ts';

export const keyPepper = 'key-pepper-for-benchmarks-only-0123456789';

const connect = (url: string) => postgres(url, { max: 1, max_lifetime: null, onnotice: () => {} });

/** The one PostgreSQL of a run, with the settings that the product gives it. */
export interface DatabaseServer {
  admin: postgres.Sql;
  urlOf(database: string): string;
}

/** @throws Error with the settings that are off: without them a commit guarantees nothing */
export async function startDatabaseServer(stack: AsyncDisposableStack): Promise<DatabaseServer> {
  // In the project: a temporary folder of the system may be in memory, where `fsync` costs nothing.
  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync('.cache/bench-');
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);

  const server = await openEmbeddedServer(folder, 'bench');
  stack.defer(() => rmSync(server.home, { recursive: true, force: true }));
  stack.defer(async () => {
    await server.release();
  });
  const urlOf = (database: string) => server.adminUrl.replace(/[^/]+$/, database);
  const admin = connect(urlOf('postgres'));
  stack.defer(() => admin.end({ timeout: 1 }));

  const missing = await missingDurability(admin);
  if (missing.length > 0) throw new Error(`Not durable, so not measured: ${missing.join(', ')}`);

  return { admin, urlOf };
}

const row = z.object({ id: z.string() });
const createdFunnel = row.extend({ steps: z.tuple([row], row) });
const createdKey = row.extend({ secret: z.string() });
const createdUser = z.object({ email: z.string(), password: z.string() });

type Cli = (...args: string[]) => Promise<unknown>;

/** One company with one funnel, one key and one administrator. */
async function createTenant(cli: Cli) {
  const named = ['--name', 'Bench'];
  const ofCompany = ['--company', 'bench'];
  const steps = 'New,Contacted,Qualified,Proposal,Negotiation,Won';
  await cli('applications', 'create', 'bench', ...named);
  await cli('hosts', 'add', '*', '--application', 'bench');
  const company = await cli('companies', 'create', 'bench', '--application', 'bench', ...named);
  const funnel = await cli('funnels', 'create', 'Bench', ...ofCompany, '--steps', steps);
  const key = await cli('keys', 'create', ...ofCompany, ...named);
  const user = ['users', 'create', 'bench@example.com', '--role', 'admin'];
  const admin = await cli(...user, ...ofCompany, ...named);
  const { id: funnelId, steps: created } = createdFunnel.parse(funnel);
  const { id: apiKeyId, secret } = createdKey.parse(key);

  return {
    companyId: row.parse(company).id,
    funnelId,
    /** The first of the funnel. */
    stepId: created[0].id,
    apiKeyId,
    secret,
    admin: createdUser.parse(admin),
  };
}

/** A server may still store leads after the load. Its locks and those of `truncate` could deadlock. */
async function untilIdle(sql: postgres.Sql): Promise<void> {
  const others = () => sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
  while ((await others()).length > 0) await pause(10);
}

/** Sets up the product of a folder on a new database, through its command line. */
export async function createInstallation(
  stack: AsyncDisposableStack,
  { admin, urlOf }: DatabaseServer,
  database: string,
  folder = '.',
) {
  await admin`create database ${admin(database)}`;
  const databaseUrl = urlOf(database);
  const sql = connect(databaseUrl);
  stack.defer(() => sql.end({ timeout: 1 }));

  const env = {
    AUTH_SECRET: 'auth-secret-for-benchmarks-only-0123456789',
    KEY_PEPPER: keyPepper,
    DATABASE_URL: databaseUrl,
    DEMO_DATA: 'off',
    LOG_LEVEL: 'warn',
    // The run measures what can be stored, not what a key is allowed.
    RATE_LIMIT_PER_KEY: '0',
    WEB_CONCURRENCY: '1',
  };
  const place = { cwd: folder, env };
  const cli: Cli = async (...args) => {
    const all = ['server/cli/main.ts', ...args, '--json'];
    return JSON.parse(await runProgram(process.execPath, all, place));
  };
  const tenant = await createTenant(cli);
  const requestTo = (url: string) => leadRequest(url, tenant.stepId, tenant.secret);
  /** Gives PostgreSQL statistics, as autovacuum does within a minute or two. */
  const analyze = async () => {
    await sql`vacuum (analyze)`;
    await sql`checkpoint`;
  };

  return {
    ...tenant,
    databaseUrl,
    sql,
    cli,
    /** Starts the product as an operator does. */
    start: () => startService(['server/main.ts'], place),
    requestTo,
    analyze,
    /** Stores some leads with the product, for the statistics. */
    storeFirstLeads: async (url: string) => {
      await runLoad(requestTo(url), { connections: 8, warmUp: 0, seconds: 1 });
      await analyze();
    },
    /** Empties the lead tables and writes a checkpoint, so that every round starts alike. */
    reset: async () => {
      await untilIdle(sql);
      await sql`truncate contacts, step_counters cascade`;
      await sql`checkpoint`;
    },
  };
}
export type Installation = Awaited<ReturnType<typeof createInstallation>>;
