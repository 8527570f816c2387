import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { failed } from '#server/testing/contract.ts';
import { expectLedger } from '#server/testing/ledger.ts';
import type { Load, Sent } from '#server/testing/load.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();
/** Milliseconds: five seconds are promised; the rest is for a busy machine. */
const promised = 5_000 + 500;

let letGo = () => {};
afterEach(() => letGo());

/** Holds up every insert until it is let go. */
async function lockContacts(): Promise<{ letGo: () => Promise<void> }> {
  const locked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const lock = intake.database.sql.begin(async (sql) => {
    await sql`lock table contacts in access exclusive mode`;
    locked.resolve();
    await end.promise;
  });
  await locked.promise;
  letGo = end.resolve;
  return {
    letGo: async () => {
      end.resolve();
      await lock;
    },
  };
}

function expectUnavailable({ answer, took }: Sent): void {
  expect(answer).toMatchObject({ status: 503, json: failed('Service temporarily unavailable') });
  expect(answer?.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(took).toBeLessThan(promised);
}

const serves = (load: Load, port: number) =>
  expect.poll(async () => (await load.create(port)).answer?.status, { timeout: 5_000 }).toBe(201);

it('inserts that hang end in a 503 in time, and go on when the lock goes', async () => {
  const { port } = intake.server;
  const { fixture, load } = await intake.newCompany();
  await serves(load, port);
  const before = load.ledger.length;

  const lock = await lockContacts();
  const stream = load.stream(port, 50);
  const hung = await load.burst(port, 50);
  for (const sent of hung) expectUnavailable(sent);
  await stream.stop();
  for (const sent of load.ledger.slice(before)) expectUnavailable(sent);
  await lock.letGo();

  await serves(load, port);
  await expectLedger(intake.database.sql, fixture.companyId, load.ledger);
});

it('when too much waits, the next is refused at once and before its key is looked at', async () => {
  const { port } = intake.server;
  const { fixture, load } = await intake.newCompany();
  await serves(load, port);
  const lock = await lockContacts();
  let refusals = 0;
  for (let poured = 0; refusals < 3 && poured < 8_000; poured += 100) {
    load.pour(port, 100);
    const probe = await load.create(port, { secret: 'none' });
    if (probe.answer?.status === 503) expectUnavailable(probe);
    refusals = probe.answer?.status === 503 ? refusals + 1 : 0;
  }
  expect(refusals).toBe(3);
  await lock.letGo();

  await serves(load, port);
  await expectLedger(intake.database.sql, fixture.companyId, load.ledger);
});

it('a database that says nothing costs 503s in time, and serves again by itself', async () => {
  const { port } = intake.server;
  const { fixture, load } = await intake.newCompany();
  await serves(load, port);
  intake.proxy.hold(() => true);
  letGo = () => intake.proxy.letGo();
  const known = load.burst(port, 20);
  await sleep(1_000);
  // By now nothing that is remembered may be used: these wait for the directories.
  const unknown = load.burst(port, 20);
  for (const sent of [...(await known), ...(await unknown)]) expectUnavailable(sent);
  intake.proxy.letGo();

  await serves(load, port);
  await expectLedger(intake.database.sql, fixture.companyId, load.ledger);
});

it('a database that went away costs 503s, and serves again by itself when it is back', async () => {
  const { port } = intake.server;
  const { fixture, load } = await intake.newCompany();
  await serves(load, port);
  letGo = () => intake.proxy.accept();
  intake.proxy.refuse();
  for (let n = 0; n < 3; n += 1) {
    for (const sent of await load.burst(port, 20)) expectUnavailable(sent);
  }
  intake.proxy.accept();

  await serves(load, port);
  await expectLedger(intake.database.sql, fixture.companyId, load.ledger);
});
