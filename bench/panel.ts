import { z } from 'zod';
import { phase } from '#server/process/progress.mjs';
import type { Installation } from './installation.ts';
import type { Service } from './processes.ts';
import { percentile } from './statistics.ts';
import type { Run } from './turns.ts';

const csrf = z.object({ csrfToken: z.string() });
const warmUpCalls = 10;
const measuredCalls = 100;

/** The product on a database with stored leads. */
export interface StoredProduct {
  /** As the report names it. */
  name: string;
  installation: Installation;
  service: Service;
}

type Call = (procedure: string, input: object) => Promise<void>;

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

/** Signs in to the panel as a browser does. */
async function openPanel({ service, installation }: StoredProduct): Promise<Call> {
  const origin = service.url;
  const first = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = csrf.parse(await first.json());
  const signedIn = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: cookiesOf(first) },
    body: new URLSearchParams({ ...installation.admin, csrfToken, json: 'true' }),
  });
  await signedIn.text();
  const headers = { cookie: cookiesOf(signedIn), 'x-leadgate-company': 'bench' };

  return async (procedure, input) => {
    const query = new URLSearchParams({ input: JSON.stringify(input) });
    const answer = await fetch(`${origin}/api/trpc/${procedure}?${query}`, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${procedure} answered ${answer.status}: ${text}`);
  };
}

/** @returns the 95th percentile of sequential calls, in milliseconds */
async function measureCalls(call: () => Promise<void>): Promise<number> {
  const times = new Float64Array(measuredCalls);
  for (let at = -warmUpCalls; at < measuredCalls; at += 1) {
    const start = performance.now();
    await call();
    if (at >= 0) times[at] = performance.now() - start;
  }
  return percentile(times.sort(), 0.95);
}

/** Whether the page of a step slows down with the number of stored leads. */
export async function comparePanels(
  { report, plan: { rounds } }: Run,
  small: StoredProduct,
  large: StoredProduct,
): Promise<void> {
  const callSmall = await openPanel(small);
  const callLarge = await openPanel(large);

  for (const [procedure, field] of [
    ['steps.get', 'id'],
    ['leads.list', 'stepId'],
  ] as const) {
    const measure = (call: Call, { installation: { stepId } }: StoredProduct) =>
      measureCalls(() => call(procedure, { [field]: stepId }));
    const smallTimes: number[] = [];
    const largeTimes: number[] = [];
    await phase(`Panel: ${procedure}`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        smallTimes.push(await measure(callSmall, small));
        largeTimes.push(await measure(callLarge, large));
      }
    });

    const name = `p95 of ${procedure}`;
    const below = report.add(`${name}, ${small.name}`, 'ms', smallTimes);
    const above = report.add(`${name}, ${large.name}`, 'ms', largeTimes);
    report.compare(`${name}, ${large.name} ÷ ${small.name}`, above, below, { atMost: 1.5 });
  }
}
