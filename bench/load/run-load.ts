import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import type { Belongings } from '../belongings.ts';
import { type LoadOrder, type LoadResult, loadResult } from './order.ts';

const program = 'bench/load/main.ts';
/** Milliseconds beyond the time of the order; a `count` is given none. */
const patience = 30_000;

/**
 * Lets the generator call a server.
 *
 * @throws Error when any answer was not a 201: such a round measures nothing
 */
export async function runLoad(belongings: Belongings, order: LoadOrder): Promise<LoadResult> {
  const expected = order.seconds && (order.warmUpSeconds + order.seconds) * 1_000 + patience;
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: expected,
  });
  const forget = belongings.add(() => void child.kill('SIGKILL'));
  child.stdin.end(JSON.stringify(order));

  try {
    const { data: result } = loadResult.safeParse(await json(child.stdout).catch(() => undefined));
    if (!result) throw new Error('The load generator ended without a result');
    if (result.errors > 0) throw new Error(`${result.errors} failed: ${result.firstError}`);
    return result;
  } finally {
    forget();
  }
}
