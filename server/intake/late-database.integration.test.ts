import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { expectLedger } from '#server/testing/ledger.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();

it('a database that answers two seconds late keeps nobody waiting for over five', async () => {
  const { port } = intake.server;
  const { fixture, load } = await intake.newCompany();
  expect((await load.create(port)).answer?.status).toBe(201);

  intake.proxy.delay = 2_000;
  // Until announcements count as down, and everything is asked again.
  await sleep(1_500);
  const sent = await load.burst(port, 20);
  intake.proxy.delay = 0;
  await expectLedger(intake.database.sql, fixture.companyId, load.ledger);

  for (const { answer, took } of sent) {
    expect([201, 503]).toContain(answer?.status);
    expect(took).toBeLessThan(5_500);
  }
});
