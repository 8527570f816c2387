import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { pollOptions, readyz } from '#server/testing/cluster.ts';
import { send } from '#server/testing/http-client.ts';
import { Load } from '#server/testing/load.ts';
import { createTenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url, { TRUSTED_PROXIES: '127.0.0.1' });
let load: Load;
beforeAll(async () => {
  load = new Load(await createTenant(database.db));
});
afterAll(() => load.close());

const readiness = async () => {
  const { status, json } = await send(web.port, readyz);
  return { status, ...Object(json) };
};
/** What the server of the tests has turned off. */
const notDurable = ['fsync', 'full_page_writes'];
const serving = { status: 200, ready: true, state: 'serving', notDurable };
const notReady = (state: string) => ({ status: 503, ready: false, state, notDurable });
const createLeads = async (count: number) => {
  const statuses: unknown[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await load.create(web.port)).answer?.status);
  return statuses;
};

it('is ready until the disk is full, then says so, and again once a lead is stored', async () => {
  const { sql } = database;
  expect(await createLeads(1)).toEqual([201]);
  await expect.poll(readiness, pollOptions).toEqual(serving);

  await sql`create function say_full() returns trigger language plpgsql as $$
    begin raise exception using errcode = 'disk_full'; end $$`;
  await sql`create trigger full_disk before insert on contacts
    for each statement execute function say_full()`;
  const afterAnother = async () => {
    await createLeads(1);
    return readiness();
  };
  await expect.poll(afterAnother, pollOptions).toEqual(notReady('disk of the database is full'));

  await sql`drop trigger full_disk on contacts`;
  expect(await createLeads(1)).toEqual([201]);
  await expect.poll(readiness, pollOptions).toEqual(serving);
});

it('is not ready while leads fail for any cause, as with a schema that does not fit', async () => {
  const { sql } = database;
  await sql`alter table leads rename column segment to moved`;
  const afterAnother = async () => {
    const statuses = await createLeads(1);
    return { statuses, ...(await readiness()) };
  };
  await expect
    .poll(afterAnother, pollOptions)
    .toEqual({ statuses: [500], ...notReady('leads fail, see the log') });

  await sql`alter table leads rename column moved to segment`;
  expect(await createLeads(1)).toEqual([201]);
  await expect.poll(readiness, pollOptions).toEqual(serving);
});

it('is ready with a schema that a later version has made', async () => {
  const { sql } = database;
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'later', max(created_at) + 1 from drizzle.__drizzle_migrations`;
  await expect.poll(readiness, pollOptions).toEqual(serving);
  await sql`delete from drizzle.__drizzle_migrations where hash = 'later'`;
});

it('is not ready while the database is read-only, as after a failover', async () => {
  const { sql } = database;
  const name = sql(new URL(database.url).pathname.slice(1));
  // Settings of a database begin with the connection.
  const endConnections = () => sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'leadgate background'`;
  await sql`alter database ${name} set default_transaction_read_only = on`;
  await endConnections();
  await expect.poll(readiness, pollOptions).toEqual(notReady('database is read-only'));

  await sql`alter database ${name} reset default_transaction_read_only`;
  await endConnections();
  await expect.poll(readiness, pollOptions).toEqual(serving);
});

it('names the settings that are off although a confirmed lead rests on them', async () => {
  const { sql } = database;
  await expect.poll(readiness, pollOptions).toEqual(serving);
  for (const name of notDurable) await sql`alter system set ${sql(name)} = on`;
  await sql`select pg_reload_conf()`;
  const durable = { status: 200, ready: true, state: 'serving' };
  await expect.poll(readiness, pollOptions).toEqual(durable);

  for (const name of notDurable) await sql`alter system reset ${sql(name)}`;
  await sql`select pg_reload_conf()`;
  await expect.poll(readiness, pollOptions).toEqual(serving);
});
