import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { deactivateApiKey } from '#server/services/api-keys/deactivate-api-key.ts';
import { archiveStep } from '#server/services/steps/archive-step.ts';
import { failed } from '#server/testing/contract.ts';
import type { Load } from '#server/testing/load.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake(2);
const announcements = 'leadgate change listener';
const refusals = {
  key: { status: 401, json: failed('Invalid or inactive API Key') },
  step: { status: 404, json: failed('Funnel step not found') },
};

/** Ways to lose the announcements; each gives the way back. */
const losses = {
  'are heard': () => () => {},
  'end in silence': () => {
    intake.proxy.hold((application) => application === announcements);
    return () => intake.proxy.letGo();
  },
  'are cut again and again': () => {
    const cut = setInterval(async () => {
      await intake.database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = ${announcements}`;
    }, 30);
    return () => clearInterval(cut);
  },
};

let giveBack = () => {};
afterEach(() => giveBack());

/** Answers of one process to the creations of one kind, in the order they were sent. */
const answersOf = (load: Load, port: number, kind: string) =>
  load.ledger
    .filter((sent) => sent.port === port && sent.name.endsWith(kind))
    .map(({ answer }) => answer)
    // A machine that many share may be too busy for some.
    .filter((answer) => answer?.status !== 503);

/** Seconds by the database's clock from a moment to the last lead of a kind. */
async function secondsToLast(companyId: string, kind: string, since: string): Promise<number> {
  const [row] = await intake.database.sql<{ seconds: number }[]>`
    select extract(epoch from max(created_at) - ${since}::timestamptz)::float8 as seconds
    from leads where company_id = ${companyId} and name like ${`%${kind}`}`;
  return row?.seconds ?? Number.NaN;
}

async function databaseClock(): Promise<string> {
  const [row] = await intake.database.sql`select clock_timestamp()::text as now`;
  return String(row?.now);
}

describe.each(Object.entries(losses))('while announcements %s', (_, lose) => {
  it('check 4: a key and a step end within a second on each process, and the others go on', async () => {
    const { db } = intake.database;
    const { tenant, load } = await intake.newTenant();
    const key = await tenant.newKey();
    const stepId = (await tenant.newStep()).id;
    const kinds = { key: { secret: key.secret }, step: { stepId }, other: {} };
    const streams = await Promise.all(
      Object.entries(kinds).flatMap(([kind, creation]) =>
        intake.ports.map(async (port) => {
          const named = { ...creation, nameEnd: ` ${kind}` };
          expect((await load.createPatiently(port, named)).answer?.status).toBe(201);
          return load.openLoop(port, 50, named);
        }),
      ),
    );

    giveBack = lose();
    await deactivateApiKey(db, tenant.system, { id: key.id });
    await archiveStep(db, tenant.system, { id: stepId, moveTo: tenant.stepId });
    const changedAt = await databaseClock();
    await sleep(1_500);
    await Promise.all(streams.map((stream) => stream.stop()));

    for (const [kind, refusal] of Object.entries(refusals)) {
      expect(await secondsToLast(tenant.companyId, ` ${kind}`, changedAt)).toBeLessThan(1);
      for (const port of intake.ports) {
        const answers = answersOf(load, port, ` ${kind}`);
        expect(answers.at(-1)).toMatchObject(refusal);
        expect(answers.length).toBeGreaterThan(20);
      }
    }
    expect(intake.failedRequests()).toEqual([]);
    for (const port of intake.ports) {
      const statuses = answersOf(load, port, ' other').map((answer) => answer?.status);
      expect(new Set(statuses)).toEqual(new Set([201]));
      expect(statuses.length).toBeGreaterThan(20);
    }
  });

  it('check 5: the first use of a key after a silence finds it deactivated', async () => {
    const [port = 0] = intake.ports;
    const { tenant, load } = await intake.newTenant();
    const { id, secret } = await tenant.newKey();
    giveBack = lose();
    await sleep(1_000);
    expect((await load.createPatiently(port, { secret })).answer?.status).toBe(201);

    await deactivateApiKey(intake.database.db, tenant.system, { id });
    await sleep(1_000);
    expect((await load.createPatiently(port, { secret })).answer).toMatchObject(refusals.key);
  });

  it('all is remembered again when they are back', async () => {
    const [port = 0] = intake.ports;
    const { load } = await intake.newTenant();
    giveBack = lose();
    await sleep(1_000);
    giveBack();

    const lookUps = async () => {
      intake.proxy.takeStatements();
      await load.create(port);
      return intake.proxy.takeLookUps();
    };
    await expect.poll(lookUps, { timeout: 5_000 }).toEqual([]);
  });
});
