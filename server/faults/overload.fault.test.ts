import { expect, it } from 'vitest';
import { tell, times } from '#server/testing/figures.ts';
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
  const calm = new OpenLoop(port, 64);
  const calmSeconds = times(5, 2);
  await calm.run(request, { seconds: 1 });
  const peak = await calm.run(request, { seconds: calmSeconds });
  calm.close();
  const peakRate = (peak.answers.get(201)?.count ?? 0) / calmSeconds;

  const loop = new OpenLoop(port, times(3_000, 1_000));
  const seconds = times(60, 4);
  const flood = await loop.run(request, { seconds, perSecond: factor * peakRate });
  loop.close();

  const over = performance.now();
  await expect
    .poll(async () => (await load.burst(port, 20)).every(({ answer }) => answer?.status === 201), {
      timeout: 10_000,
    })
    .toBe(true);
  const calmAgain = performance.now() - over;

  expect(intake.server.isRunning).toBe(true);
  for (const status of flood.answers.keys()) expect([201, 503]).toContain(status);
  const served = flood.answers.get(201) ?? new Answers();
  const refused = flood.answers.get(503) ?? new Answers();
  expect(served.count).toBeGreaterThan(0);
  const [stored] =
    await sql`select count(*)::int as count from leads where company_id = ${fixture.companyId}`;
  expect(stored?.count).toBeGreaterThanOrEqual(served.count);

  // What sends and what is measured share the machine: figures, not limits.
  const rate = (count: number) => `${Math.round(count / seconds)}/s`;
  const share = Math.round((100 * served.count) / (seconds * peakRate));
  const p99 = (answers: Answers) => `p99 ${Math.round(answers.percentile(0.99))} ms`;
  const wanted = `${Math.round(factor * peakRate)}/s`;
  tell(31, 'wanted (five times what was served before), sent', `${wanted}, ${rate(flood.sent)}`);
  tell(31, 'served', `${rate(served.count)}, ${share} % of before, ${p99(served)}`);
  tell(31, 'refused', `${rate(refused.count)}, ${p99(refused)}`);
  tell(31, 'all served again after', `${Math.round(calmAgain)} ms`);
});
