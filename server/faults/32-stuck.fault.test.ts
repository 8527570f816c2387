import { afterEach, expect, it } from 'vitest';
import { generateSecret } from '#server/services/api-keys/secret.ts';
import { failed } from '#server/testing/contract.ts';
import { expectLedger } from '#server/testing/ledger.ts';
import type { Load, Sent } from '#server/testing/load.ts';
import { holdLock } from '#server/testing/lock.ts';
import { longest, report } from '#server/testing/report.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();
/** Milliseconds: three seconds are promised; the rest is for a busy machine. */
const promised = 3_000 + 1_000;

let letGo = async () => {};
afterEach(() => letGo());

/** Holds a table until it is let go. */
async function lock(table: string): Promise<void> {
  ({ letGo } = await holdLock(intake.database.sql, `${table} in access exclusive mode`));
}

function expectUnavailable({ answer, took }: Sent): void {
  expect(answer).toMatchObject({ status: 503, json: failed('Service temporarily unavailable') });
  expect(answer?.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(took).toBeLessThan(promised);
}

const serves = (load: Load, port: number) =>
  expect.poll(async () => (await load.create(port)).answer?.status, { timeout: 5_000 }).toBe(201);

it('check 32: when every slot is stuck in pg_sleep(60), each request has its 503 within 3 s', async () => {
  const { sql } = intake.database;
  const { port } = intake.server;
  const { tenant, load } = await intake.newTenant();
  await serves(load, port);
  const before = load.ledger.length;

  await sql`create function sleep_long() returns trigger language plpgsql as $$
    begin perform pg_sleep(60); return null; end $$`;
  await sql`create trigger stuck before insert on contacts
    for each statement execute function sleep_long()`;
  letGo = async () => {
    await sql`drop function if exists sleep_long cascade`;
  };
  const stream = load.openLoop(port, 50);
  for (let round = 0; round < 3; round += 1) await load.burst(port, 50);
  await stream.stop();
  const hung = load.ledger.slice(before);
  for (const sent of hung) expectUnavailable(sent);
  await letGo();

  await serves(load, port);
  await expectLedger(sql, tenant.companyId, load.ledger);
  const took = hung.map((sent) => sent.took ?? 0);
  report(32, 'writers stuck: requests, longest 503', `${hung.length}, ${longest(took)}`);
});

it('check 32: when every slot that looks up keys is stuck, each request has its 503 within 3 s', async () => {
  const { port } = intake.server;
  const { tenant, load } = await intake.newTenant();
  await serves(load, port);

  await lock('api_keys');
  const hung = await Promise.all(
    Array.from({ length: 100 }, () => load.create(port, { secret: generateSecret() })),
  );
  for (const sent of hung) expectUnavailable(sent);
  await letGo();

  await serves(load, port);
  await expectLedger(intake.database.sql, tenant.companyId, load.ledger);
  const took = hung.map((sent) => sent.took ?? 0);
  report(32, 'look-ups stuck: requests, longest 503', `${hung.length}, ${longest(took)}`);
});

it('check 32: when too much waits, the next is refused at once and before its key is looked at', async () => {
  const { port } = intake.server;
  const { tenant, load } = await intake.newTenant();
  await serves(load, port);
  await lock('contacts');
  let refusals = 0;
  // Few requests of a connection are under way at once.
  for (let poured = 0; refusals < 3 && poured < 40_000; poured += 100) {
    load.sendUnread(port, 100);
    const probe = await load.create(port, { secret: 'none' });
    if (probe.answer?.status === 503) expectUnavailable(probe);
    refusals = probe.answer?.status === 503 ? refusals + 1 : 0;
  }
  expect(refusals).toBe(3);
  await letGo();

  await serves(load, port);
  await expectLedger(intake.database.sql, tenant.companyId, load.ledger);
});
