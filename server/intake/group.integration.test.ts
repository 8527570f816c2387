import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { archiveStep } from '#server/services/steps/archive-step.ts';
import { failed } from '#server/testing/contract.ts';
import { expectLedger } from '#server/testing/ledger.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();

const stepNotFound = [404, failed('Funnel step not found')] as const;
const poison = ' (poison)';

it('answers each of 500 at once for itself, and stores exactly the good ones', async () => {
  const { sql, db } = intake.database;
  const { port } = intake.server;
  const { tenant, load } = await intake.newTenant();
  const archived = (await tenant.newStep()).id;
  await sql`alter table contacts add constraint no_poison check (name not like '%(poison)')`;
  expect((await load.createPatiently(port, { stepId: archived })).answer?.status).toBe(201);
  // Unheard, so that the process takes the step for one that takes leads until the insert.
  intake.proxy.hold((application) => application === 'leadgate change listener');
  await archiveStep(db, tenant.system, { id: archived, moveTo: tenant.stepId });

  const bad = [
    { creation: { stepId: archived }, expected: stepNotFound },
    { creation: { stepId: randomUUID() }, expected: stepNotFound },
    { creation: { nameEnd: poison }, expected: [500, failed('Internal server error')] as const },
    {
      creation: { fields: { name: ' ' } },
      expected: [400, failed('name: is required (the body has name)')] as const,
    },
  ];
  const kinds = Array.from({ length: 500 }, (_, n) =>
    n % 20 === 19 ? bad[Math.floor(n / 20) % bad.length] : undefined,
  );
  const sent = await Promise.all(kinds.map((kind) => load.createPatiently(port, kind?.creation)));
  intake.proxy.letGo();

  for (const [n, kind] of kinds.entries()) {
    const answer = sent[n]?.answer;
    if (kind) expect([answer?.status, answer?.json]).toEqual(kind.expected);
    else expect(answer?.status).toBe(201);
  }
  const stored = await sql`select name from leads where step_id = ${tenant.stepId}`;
  const namesOf = (isBad: boolean) =>
    sent.filter((_, n) => Boolean(kinds[n]) === isBad).map(({ name }) => name);
  const names = new Set(stored.map(({ name }) => name));
  expect(namesOf(false).filter((name) => names.has(name))).toHaveLength(475);
  expect(namesOf(true).filter((name) => names.has(name))).toEqual([]);
  await expectLedger(sql, tenant.companyId, load.ledger);
});
