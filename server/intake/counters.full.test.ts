import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { dayIn } from '#db/values/time-zone.ts';
import { updateCompany } from '#server/services/companies/update-company.ts';
import { moveLead } from '#server/services/leads/move-lead.ts';
import { leadOf } from '#server/testing/contract.ts';
import { expectLedger } from '#server/testing/ledger.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';
import { companySettings } from '#server/testing/tenant.ts';
import { untilUnchanged } from '#server/testing/until-unchanged.ts';

const intake = withServedIntake(2);

const creations = 600;
const fewMoves = 60;
const movers = 6;
const pick = <T>(from: readonly T[]): T => {
  const picked = from[Math.floor(Math.random() * from.length)];
  if (picked === undefined) throw new Error('There is nothing to pick from');
  return picked;
};

it('counters equal count(*) after creations and moves at once from two processes', async () => {
  const { sql, db } = intake.database;
  const { tenant, load } = await intake.newTenant();
  const steps = [tenant.stepId];
  for (let n = 0; n < 4; n += 1) steps.push((await tenant.newStep()).id);
  const loops = intake.ports.map((port) =>
    load.closedLoop(port, 16, () => ({ stepId: pick(steps) })),
  );
  let moves = 0;
  const move = async () => {
    while (load.count(201) < creations || moves < fewMoves) {
      const created = load.ledger.flatMap(({ answer }) =>
        answer?.status === 201 ? [leadOf(answer).id ?? ''] : [],
      );
      if (created.length > 0) {
        // Few leads, so that moves meet each other on the same one too.
        const id = pick(created.slice(-20));
        const to = pick(steps);
        await untilUnchanged(async () => {
          const [lead] = await sql`select step_id from leads where id = ${id}`;
          return moveLead(db, tenant.system, { id, step: { from: lead?.step_id, to } });
        });
        moves += 1;
      }
    }
  };
  await expect.poll(() => load.count(201), { timeout: 10_000 }).toBeGreaterThan(0);
  await Promise.all(Array.from({ length: movers }, move));
  await Promise.all(loops.map((loop) => loop.stop()));

  // Where two lock each other out, one of them fails.
  expect(intake.failedRequests()).toEqual([]);
  const [moved] = await sql`
    select count(*)::int as count from lead_events
    where company_id = ${tenant.companyId} and type = 'moved'`;
  expect(moved?.count).toBeGreaterThan(20);
  await expectLedger(sql, tenant.companyId, load.ledger);
});

it('counts leads on the day of the new time zone within a second of its change', async () => {
  const { sql, db } = intake.database;
  const { tenant, load } = await intake.newTenant();
  const zones = ['Etc/GMT+12', 'Etc/GMT-14'];
  for (const timeZone of zones) {
    await updateCompany(db, tenant.system, { ...companySettings, timeZone });
    await setTimeout(1_000);
    for (const port of intake.ports) expect((await load.create(port)).answer?.status).toBe(201);
  }

  const counted = await sql`
    select day::text, sum(leads)::int as leads from step_counters
    where company_id = ${tenant.companyId} group by 1 order by 1`;
  expect([...counted]).toEqual(zones.map((zone) => ({ day: dayIn(zone, new Date()), leads: 2 })));
  await expectLedger(sql, tenant.companyId, load.ledger);
});
