import type postgres from 'postgres';
import type { DatabaseAddress } from '#db/address.ts';
import { type Client, openConnection } from '#db/client.ts';
import { missingDurability } from '#db/durability.ts';
import { demo } from '#db/seed/demo.ts';
import type { Settings } from '../env.ts';
import { startStatementMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import { assertEnoughConnections, shortageOf } from '../pool-sizes.ts';
import { demoSecret, hashSecret } from '../services/api-keys/secret.ts';
import { listDemoApplications } from '../services/applications/list-demo-applications.ts';
import { type OpenDatabase, openDatabase as open } from './database.ts';
import { describeFailure } from './describe-failure.ts';
import { phase } from './progress.mjs';
import { notice, whenDatabaseAllows } from './start-step.ts';

/**
 * Opens the database and logs where the embedded one lives.
 *
 * @throws EmbeddedServerError
 */
export async function openDatabase(settings: Settings, log: Logger): Promise<OpenDatabase> {
  const database = await phase('Starting the database', () => open(settings, log));
  const { embedded } = database;
  if (embedded)
    console.error(`  PostgreSQL ${embedded.adopted ? 'runs already' : 'runs'} in ${embedded.home}`);
  return database;
}

const openStart = ({ url, pooler }: DatabaseAddress) =>
  openConnection(url, { name: 'start', statementTimeout: startStatementMs, pooler });

/** Connections that PostgreSQL gives to its clients, and the processes that serve on it. */
async function countConnections(sql: postgres.Sql) {
  const [row] = await sql<{ available: number; processes: number }[]>`
    select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as available,
      (select count(*)::int from pg_stat_activity
        where application_name = 'leadgate change listener') as processes`;
  return { available: row?.available ?? 0, processes: row?.processes ?? 0 };
}

/**
 * A pooler has connections of its own, and lets ours wait for them: then nothing is checked.
 *
 * @throws SettingsError when this many workers need more connections than there are
 */
export async function checkConnections(address: DatabaseAddress, workers: number): Promise<void> {
  if (address.pooler) return;

  const { available } = await whenDatabaseAllows(async () => {
    const { sql, close } = openStart(address);
    return countConnections(sql).finally(close);
  });
  assertEnoughConnections(workers, available);
}

/**
 * Warns of too few connections for all instances, of settings of the database that may lose
 * acknowledged leads, and on a database that is not the embedded one of demo accounts, and of a
 * superuser, whose statements can start programs.
 */
async function warnOfRisks(
  { sql, db }: Client,
  { databaseUrl, workers }: Settings,
  { pooler }: DatabaseAddress,
): Promise<void> {
  const shortage = !pooler && shortageOf({ workers, ...(await countConnections(sql)) });
  if (shortage) notice(shortage);

  const notDurable = await missingDurability(sql);
  if (notDurable.length > 0)
    notice(`The database may lose acknowledged leads: ${notDurable.join(', ')} is off`);

  if (!databaseUrl) return;
  const [role] = await sql`select current_setting('is_superuser')::boolean as "isSuperuser"`;
  if (role?.isSuperuser)
    notice(
      'DATABASE_URL names a superuser of PostgreSQL: give it a role of its own, and DATABASE_URL_DIRECT the owner of the database (README, "Your own PostgreSQL")',
    );

  if ((await listDemoApplications(db)).length > 0)
    notice(
      'The database of DATABASE_URL has demo accounts, whose password is public: deactivate them with "users deactivate"',
    );
}

/** A process serves; the time is since its start. */
export function logReady(log: Logger, port: number): void {
  const durationMs = Math.round(performance.now());
  log.info({ event: 'ready', port, durationMs }, 'ready');
}

interface DemoCall {
  secret: string;
  stepId: string;
  /** Of the step's page in the panel. */
  path: string;
}

/** The demo key and the first step it can fill, while both are still usable. */
async function findDemoCall(sql: postgres.Sql, keyPepper: string): Promise<DemoCall | undefined> {
  const secret = demoSecret(keyPepper, demo.key.purpose);
  const [row] = await sql<{ step_id: string; path: string }[]>`
    select s.id as step_id, '/' || c.slug || '/funnels/' || f.id || '/steps/' || s.id as path
    from api_keys k
    join companies c on c.id = k.company_id
    join funnels f on f.company_id = k.company_id and f.archived_at is null
    join steps s on s.company_id = f.company_id and s.funnel_id = f.id and s.archived_at is null
    where k.secret_hash = ${hashSecret(keyPepper, secret)}
      and k.deleted_at is null
      and (k.deactivated_at is null or k.deactivated_at > now())
    order by f.position, f.id, s.position, s.id
    limit 1`;
  return row && { secret, stepId: row.step_id, path: row.path };
}

function curl(origin: string, call: DemoCall): string {
  return [
    `curl -i ${origin}/api/leads/public/${call.stepId} \\`,
    `  -H 'X-API-Key: ${call.secret}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"name":"Maria Silva","phones":["+55 11 98765-4321"],"campaignName":"Spring"}'`,
  ].join('\n');
}

/** The address, how to sign in, and a `curl` that works as it is printed. */
function banner(host: string | undefined, port: number, call: DemoCall | undefined): string {
  const origin = `http://${host ?? 'localhost'}:${port}`;
  const lines = ['', `  Leadgate is ready at ${origin}`, ''];
  if (!call)
    return [...lines, '  Keys: Settings → API keys. Step IDs: CRM → Funnels.', ''].join('\n');

  return [
    ...lines,
    `  Sign in   ${demo.emails.admin}  /  ${demo.password}  (on this machine)`,
    `  Demo key  ${call.secret}`,
    `  Step ID   ${call.stepId}`,
    '',
    'Create a lead:',
    '',
    curl(origin, call),
    '',
    'It appears at:',
    '',
    `${origin}${call.path}`,
    '',
  ].join('\n');
}

/**
 * Warns of risks and prints the banner, on a connection of its own. A process that can take leads
 * starts whatever becomes of both.
 */
export async function greet(
  address: DatabaseAddress,
  settings: Settings,
  port: number,
): Promise<void> {
  const connection = openStart(address);
  const { keyPepper, host } = settings;
  let call: DemoCall | undefined;
  try {
    await warnOfRisks(connection, settings, address);
    call = await findDemoCall(connection.sql, keyPepper);
  } catch (error) {
    notice(`The demo account is not shown. ${describeFailure(error)}`);
  } finally {
    await connection.close();
  }
  console.log(banner(host, port, call));
}
