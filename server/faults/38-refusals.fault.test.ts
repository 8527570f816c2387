import { chmodSync, chownSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { databaseAccount } from '#db/embedded/account.ts';
import { newId } from '#db/id.ts';
import { failed } from '#server/testing/contract.ts';
import { expectLedger } from '#server/testing/ledger.ts';
import type { Load, Sent } from '#server/testing/load.ts';
import { longest, report } from '#server/testing/report.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';
import { canMount, fillDisk, mountDisk, unmountDisk } from '#server/testing/small-disk.ts';

const user = 'faults_user';
const intake = withServedIntake(1, {}, user);
/** Milliseconds: five seconds are promised; the rest is for a busy machine. */
const promised = 5_000 + 1_500;

let undo = async () => {};
afterEach(() => undo());

const name = () => intake.database.sql(new URL(intake.database.url).pathname.slice(1));

/** Ends the connections of the process, as an operator who changes something does. */
const endConnections = () => intake.database.sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = ${user}`;

function expectUnavailable({ answer, took }: Sent): void {
  expect(answer).toMatchObject({ status: 503, json: failed('Service temporarily unavailable') });
  expect(answer?.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(took).toBeLessThan(promised);
}

const statusOf = async (load: Load) => (await load.create(intake.server.port)).answer?.status;
const serves = (load: Load) => expect.poll(() => statusOf(load), { timeout: promised }).toBe(201);
const refuses = (load: Load) => expect.poll(() => statusOf(load), { timeout: promised }).toBe(503);

/** What is refused while the fault lasts is refused in time; all is well again by itself. */
async function survive(
  fault: string,
  begin: () => Promise<unknown>,
  end: () => Promise<unknown>,
): Promise<void> {
  const { tenant, load } = await intake.newTenant();
  const { port } = intake.server;
  const panel = await tenant.newPanel();
  const panelStatus = async () => {
    const funnel = { name: `Funnel ${newId()}`, steps: [] };
    return (await panel.mutate(port, 'funnels.create', funnel)).status;
  };
  await serves(load);
  await expect.poll(panelStatus).toBe(200);
  const loop = load.closedLoop(port, 10);
  undo = async () => {
    undo = async () => {};
    await end();
  };
  await begin();
  await refuses(load);
  const during = await load.burst(port, 20);
  for (const sent of during) expectUnavailable(sent);
  // Some faults are of the table of contacts alone.
  expect([200, 503]).toContain(await panelStatus());
  await undo();
  const began = performance.now();
  await serves(load);
  await expect.poll(panelStatus, { timeout: promised }).toBe(200);
  const healing = performance.now() - began;
  await loop.stop();

  for (let n = 0; n < 10; n += 1) expect(await statusOf(load)).toBe(201);
  expect(intake.server.isRunning).toBe(true);
  expect(load.statuses).toEqual([201, 503]);
  await expectLedger(intake.database.sql, tenant.companyId, load.ledger);
  const took = during.map((sent) => sent.took ?? 0);
  report(
    38,
    `${fault}: longest 503, serves again after`,
    `${longest(took)}, ${longest([healing])}`,
  );
}

it('check 38: a database that is read-only', () => {
  const { sql } = intake.database;
  return survive(
    'read-only',
    async () => {
      await sql`alter database ${name()} set default_transaction_read_only = on`;
      await endConnections();
    },
    () => sql`alter database ${name()} reset default_transaction_read_only`,
  );
});

it('check 38: a database with too many connections', () => {
  const { sql } = intake.database;
  return survive(
    'too many connections',
    async () => {
      await sql`alter role ${sql(user)} connection limit 0`;
      await endConnections();
    },
    () => sql`alter role ${sql(user)} connection limit -1`,
  );
});

it('check 38: a database that says its disk is full', () => {
  const { sql } = intake.database;
  return survive(
    'disk full, as told',
    async () => {
      await sql`create function say_full() returns trigger language plpgsql as $$
        begin raise exception using errcode = 'disk_full'; end $$`;
      await sql`create trigger full_disk before insert on contacts
        for each statement execute function say_full()`;
    },
    async () => {
      await sql`drop trigger full_disk on contacts`;
      await sql`drop function say_full`;
    },
  );
});

async function surviveFullDisk(): Promise<void> {
  const { sql } = intake.database;
  const folder = mountDisk(64) ?? '';
  const { uid = 0, gid = 0 } = databaseAccount();
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  let empty = () => {};
  await sql.unsafe(`create tablespace small location '${folder}'`);
  await sql`alter table contacts set tablespace small`;
  try {
    await survive(
      'disk full',
      async () => {
        empty = fillDisk(folder);
      },
      async () => empty(),
    );
  } finally {
    await sql`alter table contacts set tablespace pg_default`;
    await sql`drop tablespace small`;
    unmountDisk(folder);
  }
}

// A real one too, where the machine lets us have one.
if (canMount()) it('check 38: a disk that is full', surviveFullDisk);

it('check 38: a table that is locked', () => {
  const { sql } = intake.database;
  const locked = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  let lock: Promise<void> | undefined;
  return survive(
    'LOCK TABLE',
    () => {
      lock = sql.begin(async (tx) => {
        await tx`lock table contacts in access exclusive mode`;
        locked.resolve();
        await over.promise;
      });
      return locked.promise;
    },
    async () => {
      over.resolve();
      await lock;
    },
  );
});

it('check 38: a deadlock', async () => {
  const { sql } = intake.database;
  const { tenant, load } = await intake.newTenant();
  const { port } = intake.server;
  await serves(load);

  const sent = await sql.begin(async (tx) => {
    await tx`select from steps where id = ${tenant.stepId} for update`;
    const hung = load.create(port);
    // It has written its contact and waits for the step that we hold; now we wait for its contact.
    await expect
      .poll(async () => {
        const [row] = await sql`
          select count(*)::int as count from pg_stat_activity
          where datname = current_database() and usename = ${user} and wait_event_type = 'Lock'`;
        return row?.count;
      })
      .toBeGreaterThan(0);
    await tx`lock table contacts in share mode`;
    return hung;
  });

  expectUnavailable(sent);
  const deadlocks = async () => {
    const [row] = await sql`
      select deadlocks::int from pg_stat_database where datname = current_database()`;
    return row?.deadlocks;
  };
  await expect.poll(deadlocks, { timeout: 5_000 }).toBe(1);
  await serves(load);
  await expectLedger(sql, tenant.companyId, load.ledger);
  report(38, 'deadlock: 503 after', longest([sent.took ?? 0]));
});
