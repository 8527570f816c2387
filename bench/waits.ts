import { setTimeout as sleep } from 'node:timers/promises';
import { phase } from '#server/process/progress.mjs';
import { hostileBatches } from '#server/testing/hostile-batches.ts';
import type { LeadServer } from './targets.ts';
import type { Run } from './turns.ts';

const usualLeads = 500;

/** Sends a batch, and returns the longest that a request beside it waited, in milliseconds. */
async function longestWait(url: string, headers: HeadersInit, body: string): Promise<number> {
  let longest = 0;
  let isOver = false;
  const check = async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(new URL('/livez', url))).text();
      longest = Math.max(longest, performance.now() - began);
    }
  };
  const checks = check();
  await sleep(20);
  const answer = await fetch(url, { method: 'POST', headers, body });
  await answer.text();
  isOver = true;
  await checks;
  if (![200, 400].includes(answer.status)) {
    throw new Error(`A batch was answered with ${answer.status}`);
  }
  return longest;
}

/** How long requests wait beside the batch that is the most work, and beside a usual one. */
export async function measureWaits(run: Run, { installation, service }: LeadServer): Promise<void> {
  const { url, headers, body = '' } = installation.requestTo(service);
  const lead: unknown = JSON.parse(body);
  const usual = JSON.stringify({ leads: Array.from({ length: usualLeads }, () => lead) });
  const [beside, besideWorst]: [number[], number[]] = [[], []];
  for (let round = 1; round <= run.plan.rounds; round += 1) {
    await phase(`Waits beside batches, round ${round} of ${run.plan.rounds}`, async () => {
      beside.push(await longestWait(`${url}/batch`, headers, usual));
      const waits: number[] = [];
      for (const [, hostile] of hostileBatches) {
        waits.push(await longestWait(`${url}/batch`, headers, hostile));
      }
      besideWorst.push(Math.max(...waits));
    });
  }

  const below = run.report.add(`longest wait beside ${usualLeads} leads in a batch`, 'ms', beside);
  const above = run.report.add('longest wait beside the worst batch', 'ms', besideWorst);
  run.report.compare(`${above.name} ÷ ${below.name}`, above, below, { atMost: 10 });
}
