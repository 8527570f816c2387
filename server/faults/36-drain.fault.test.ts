import { expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { sendHead } from '#server/testing/http-client.ts';
import { expectLedger } from '#server/testing/ledger.ts';
import { Load } from '#server/testing/load.ts';
import { longest, report, times } from '#server/testing/report.ts';
import { startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant } from '#server/testing/tenant.ts';

const database = withTestDatabase();
/** Milliseconds that those who stop us wait. */
const inTime = 25_000;

it('check 36: SIGTERM under load loses no accepted request of clients that keep connections, even with one stuck', {
  timeout: 600_000,
}, async () => {
  const { sql, url, db } = database;
  const tenant = await createTenant(db);
  const load = new Load(tenant);
  const rounds = times(10, 2);
  const endings: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startLeadgate({ databaseUrl: url }).ready;
    await load.createPatiently(server.port);
    const stuck = await sendHead(server.port, {
      path: `/api/leads/public/${tenant.stepId}`,
      headers: {
        host: tenant.host,
        'x-api-key': tenant.secret,
        'content-type': 'application/json',
      },
      body: '{"name":"never sent"}',
    });
    const loop = load.closedLoop(server.port, 50);
    const before = load.count(201);
    await expect.poll(() => load.count(201), { timeout: 20_000 }).toBeGreaterThan(before + 200);

    const began = performance.now();
    // The stuck one was cut off.
    expect(await server.stop()).toBe(1);
    endings.push(performance.now() - began);
    await loop.stop();
    expect(await stuck.outcome).not.toBe(201);
  }
  load.close();

  expect(Math.max(...endings)).toBeLessThan(inTime);
  for (const status of load.statuses) expect([201, 503, undefined]).toContain(status);
  await expectLedger(sql, tenant.companyId, load.ledger);
  // In good order: what was taken in was answered, to the last one.
  const [stored] =
    await sql`select count(*)::int as count from leads where company_id = ${tenant.companyId}`;
  expect(stored?.count).toBe(load.count(201));
  report(
    36,
    `${rounds} times: leads acknowledged, stored without an answer, longest end`,
    `${load.count(201)}, 0, ${longest(endings)}`,
  );
});
