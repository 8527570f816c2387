import { setTimeout as sleep } from 'node:timers/promises';
import { phase } from '#server/process/progress.mjs';
import type { Belongings } from '../belongings.ts';
import { startProduct } from '../contestants/product.ts';
import type { Findings } from '../findings.ts';
import { runLoad } from '../load/run-load.ts';
import type { Plan } from '../plan.ts';
import { runProgram } from '../run-program.ts';
import type { Stage } from '../stage.ts';
import { requestTo } from '../submission.ts';

/** Milliseconds after the last answer, for what is flushed every second. */
const settling = 3_000;

/** Resident memory of a process, in MB. */
async function residentMemory(belongings: Belongings, pid: number): Promise<number> {
  const kilobytes = await runProgram(belongings, {
    program: 'ps',
    args: ['-o', 'rss=', '-p', String(pid)],
  });
  return Number(kilobytes) / 1_024;
}

/** Whether the process grows with the leads that it has taken. */
export async function measureMemory(
  findings: Findings,
  belongings: Belongings,
  stage: Stage,
  { early, late }: NonNullable<Plan['memory']>,
): Promise<void> {
  await stage.reset();
  const product = await startProduct(belongings, stage.url);
  const send = async (count: number, taken: number) => {
    const order = { port: product.port, connections: 64, warmUpSeconds: 0, count };
    const requests = [requestTo(stage.address)];
    const name = `${taken.toLocaleString('en-US')} leads`;
    await phase(`Memory: ${name}`, () => runLoad(belongings, { ...order, requests }));
    await sleep(settling);
    const values = [await residentMemory(belongings, product.pid)];
    return findings.add({ name: `memory after ${name}`, unit: 'MB', values });
  };

  const before = await send(early, early);
  const after = await send(late - early, late);
  findings.compare(`${after.name} ÷ ${before.name.replace('memory ', '')}`, after, before, {
    atMost: 1.3,
  });
  await product.stop();
}
