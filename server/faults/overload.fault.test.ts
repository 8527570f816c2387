import { expect, it } from 'vitest';
import { isLong, tell, times } from '#server/testing/figures.ts';
import { Answers, OpenLoop } from '#server/testing/open-loop.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();
const factor = 5;

it('check 31: five times what it can take costs 503s, not its life, and is forgotten soon', {
  timeout: 300_000,
}, async () => {
  const { sql } = intake.database;
  const { port } = intake.server;
  const { fixture, load } = await intake.newCompany();
  expect((await load.createPatiently(port)).answer?.status).toBe(201);
  const request = Buffer.from(load.text());
  const loop = new OpenLoop(port, 256);

  const calm = { seconds: times(5, 2) };
  await loop.run(request, { seconds: 1 });
  const peak = (await loop.run(request, calm)).get(201)?.count ?? 0;
  const perSecond = (factor * peak) / calm.seconds;
  const seconds = times(60, 4);
  const flooded = await loop.run(request, { seconds, perSecond });
  loop.close();

  const over = performance.now();
  await expect
    .poll(async () => (await load.burst(port, 20)).every(({ answer }) => answer?.status === 201), {
      timeout: 10_000,
    })
    .toBe(true);
  const calmAgain = performance.now() - over;

  expect(intake.server.isRunning).toBe(true);
  for (const status of flooded.keys()) expect([201, 503]).toContain(status);
  const served = flooded.get(201) ?? new Answers();
  const refused = flooded.get(503) ?? new Answers();
  expect(served.count).toBeGreaterThan(0);
  const [stored] =
    await sql`select count(*)::int as count from leads where company_id = ${fixture.companyId}`;
  expect(stored?.count).toBeGreaterThanOrEqual(served.count);

  // What sends and what is measured share the machine: figures, not limits.
  const rate = (count: number, time: number) => `${Math.round(count / time)}/s`;
  tell(
    31,
    `sent, for ${seconds} s`,
    `${rate(perSecond * seconds, seconds)}, ${factor} times ${rate(peak, calm.seconds)}`,
  );
  tell(
    31,
    'served',
    `${rate(served.count, seconds)}, ${Math.round((100 * served.count * calm.seconds) / (peak * seconds))} % of peak`,
  );
  tell(
    31,
    '503: number, p50, p99',
    `${rate(refused.count, seconds)}, ${Math.round(refused.percentile(0.5))} ms, ${Math.round(refused.percentile(0.99))} ms`,
  );
  tell(31, 'all served again after', `${Math.round(calmAgain)} ms`);
  if (isLong) expect(refused.count).toBeGreaterThan(0);
});
