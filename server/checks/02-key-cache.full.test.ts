import { expect, it } from 'vitest';
import { generateSecret } from '#server/services/api-keys/secret.ts';
import { failed } from '#server/testing/contract.ts';
import type { Load } from '#server/testing/load.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();
const invalidKey = failed('Invalid or inactive API Key');

/** Statements that read what intake caches. */
async function lookUpsOf(work: () => Promise<unknown>): Promise<string[]> {
  intake.proxy.takeStatements();
  await work();
  return intake.proxy.takeLookUps();
}

/** Until the change listener is connected and key, step and host are cached. */
const becomeKnown = (load: Load, port: number, secret?: string) =>
  expect
    .poll(() => lookUpsOf(() => load.create(port, secret ? { secret } : {})), {
      timeout: 10_000,
    })
    .toEqual([]);

it('a known key and step cost no query but the transaction of the group', async () => {
  const { port } = intake.server;
  const { load } = await intake.newTenant();
  await becomeKnown(load, port);
  const lookUps = await lookUpsOf(async () => {
    for (let n = 0; n < 10; n += 1) await load.createPatiently(port);
  });
  expect(lookUps).toEqual([]);
  expect(load.count(201)).toBeGreaterThan(10);
});

it('check 2: a wrong checksum is refused 10,000 times without a query', async () => {
  const { port } = intake.server;
  const { load } = await intake.newTenant();
  await becomeKnown(load, port);
  const secret = generateSecret().replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
  intake.proxy.takeStatements();
  while (load.count(401) < 10_000) {
    for (const { answer } of await load.burst(port, 100, { secret })) {
      if (answer?.status !== 503) expect(answer).toMatchObject({ status: 401, json: invalidKey });
    }
  }
  const statements = intake.proxy.takeStatements();
  // The application of the host is read every five seconds, for any request.
  const others = statements.filter((statement) => !statement.includes('application_hosts'));
  expect(others).toEqual([]);
  expect(statements.length).toBeLessThan(20);
});

it('check 7: 10,000 requests on a key cost its row a write a second', async () => {
  const { port } = intake.server;
  const { sql } = intake.database;
  const { tenant, load } = await intake.newTenant();
  const { id, secret } = await tenant.newKey();
  await sql`create table key_writes (api_key_id uuid)`;
  await sql`
    create function note_key_write() returns trigger language plpgsql security definer as $$
    begin
      insert into key_writes values (new.id);
      return null;
    end $$`;
  await sql`create trigger note_write after update on api_keys
    for each row execute function note_key_write()`;

  const began = performance.now();
  while (load.count(201) < 10_000) await load.burst(port, 100, { secret });
  const [usage] = await expect
    .poll(
      () => sql`select sum(requests)::int as requests from key_usage where api_key_id = ${id}`,
      { timeout: 5_000 },
    )
    .toEqual([{ requests: load.count(201) }])
    .then(() => sql`select count(*)::int as writes from key_writes where api_key_id = ${id}`);
  const seconds = (performance.now() - began) / 1_000;

  expect(usage?.writes).toBeGreaterThan(0);
  expect(usage?.writes).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
});

it('check 6: a key ends when its time has come by the clock of the database, though it is known', async () => {
  const { port } = intake.server;
  const { sql } = intake.database;
  const { tenant, load } = await intake.newTenant();
  const { id, secret } = await tenant.newKey();
  await sql`update api_keys set expires_at = clock_timestamp() + interval '2 s' where id = ${id}`;
  await becomeKnown(load, port, secret);
  intake.proxy.takeStatements();

  /** Whether it had expired, as the database sees it, before or after now. */
  const hasExpired = async (margin: string) => {
    const [row] = await sql`select clock_timestamp() > expires_at + ${margin}::interval as is
      from api_keys where id = ${id}`;
    return row?.is === true;
  };
  let hasEnded = false;
  while (!hasEnded) {
    hasEnded = await hasExpired('250 ms');
    const { answer } = await load.createPatiently(port, { secret });
    if (hasEnded) {
      expect(answer).toMatchObject({ status: 401, json: failed('API Key has expired') });
    } else if (answer?.status !== 201) {
      expect(answer?.status).toBe(401);
      // What is known is as old as the question: a key may end early by what the answer took.
      expect(await hasExpired('-250 ms')).toBe(true);
    }
  }
  expect(load.count(201)).toBeGreaterThan(1);
  const read = intake.proxy.takeStatements().filter((statement) => /from api_keys/.test(statement));
  expect(read).toEqual([]);
});
