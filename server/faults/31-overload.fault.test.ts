import { expect, it, onTestFinished } from 'vitest';
import { FixedLoad } from '#server/testing/fixed-load.ts';
import { type Load, percentile } from '#server/testing/load.ts';
import { report, times } from '#server/testing/report.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();
const factor = 5;
const connections = 3_000;
/** What limits a machine: the processor, which callers have to share with us here, or its database. */
const bottlenecks = [
  { of: 'processor', slowsDown: [] },
  {
    of: 'database',
    slowsDown: [
      `create function hesitate() returns trigger language plpgsql as
         $$ begin perform pg_sleep(0.001); return new; end $$`,
      'create trigger hesitate before insert on contacts for each row execute function hesitate()',
    ],
  },
];

/** Leads a second of 64 clients in a closed loop. */
async function peakOf(request: Buffer): Promise<number> {
  const load = new FixedLoad(intake.server.port, 64);
  const seconds = times(5, 2);
  await load.run(request, { seconds: 1 });
  const { times: served } = await load.run(request, { seconds });
  load.close();

  return (served.get(201)?.length ?? 0) / seconds;
}

/** Milliseconds until twenty requests at once are all served. */
async function timeUntilWell(load: Load): Promise<number> {
  const begin = performance.now();
  await expect
    .poll(
      async () => (await load.burst(intake.server.port, 20)).map((sent) => sent.answer?.status),
      {
        timeout: 10_000,
      },
    )
    .toEqual(Array(20).fill(201));

  return performance.now() - begin;
}

it.each(bottlenecks)(
  'check 31: five times what the $of can take costs 503s, not its life, and is forgotten soon',
  {
    timeout: 300_000,
  },
  async ({ of, slowsDown }) => {
    const { sql } = intake.database;
    const { port } = intake.server;
    const { tenant, load } = await intake.newTenant();
    expect((await load.createPatiently(port)).answer?.status).toBe(201);
    for (const statement of slowsDown) await sql.unsafe(statement);
    onTestFinished(async () => {
      await sql`drop function if exists hesitate cascade`;
    });
    const request = Buffer.from(load.text());
    const peak = await peakOf(request);

    const overload = new FixedLoad(port, connections);
    const seconds = times(60, 4);
    const outcome = await overload.run(request, { seconds, perSecond: factor * peak });
    overload.close();
    const well = await timeUntilWell(load);

    expect(intake.server.isRunning).toBe(true);
    for (const status of outcome.times.keys()) expect([201, 503]).toContain(status);
    const served = outcome.times.get(201) ?? [];
    const refused = outcome.times.get(503) ?? [];
    expect(served.length).toBeGreaterThan(0);
    const [stored] =
      await sql`select count(*)::int as count from leads where company_id = ${tenant.companyId}`;
    expect(stored?.count).toBeGreaterThanOrEqual(served.length);

    // What sends and what is measured share the machine: figures, not limits.
    const say = (what: string, measured: string) => report(31, `${of}: ${what}`, measured);
    const rate = (count: number) => `${Math.round(count / seconds)}/s`;
    const share = Math.round((100 * served.length) / (seconds * peak));
    const p99 = (each: readonly number[]) => `p99 ${Math.round(percentile(each, 0.99))} ms`;
    const wanted = `${Math.round(factor * peak)}/s`;
    say('wanted (five times what was served before), sent', `${wanted}, ${rate(outcome.sent)}`);
    say('served', `${rate(served.length)}, ${share} % of before, ${p99(served)}`);
    say('refused', `${rate(refused.length)}, ${p99(refused)}`);
    say('all served again after', `${Math.round(well)} ms`);
  },
);
