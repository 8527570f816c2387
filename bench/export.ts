import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { phase } from '#server/process/progress.mjs';
import { signIn } from './panel.ts';
import { pause, residentMemory } from './processes.ts';
import { median } from './statistics.ts';
import type { LeadServer } from './targets.ts';
import type { Run } from './turns.ts';

const wantedRows = 50_000;
const mostPeak = 1.5;
/** Of the last third of a file to its first: noise, but no growth. */
const mostGrowth = 1.1;
const sampleMs = 200;
/** Between two files. */
const settleMs = 1_000;
const newLine = 10;

function countLines(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf(newLine); at !== -1; at = piece.indexOf(newLine, at + 1)) lines += 1;
  return lines;
}

/** Reads a file to its end and keeps nothing of it. Generated leads have no line breaks in them. */
async function download(url: URL, cookie: string) {
  const began = performance.now();
  const request = get(url, { headers: { cookie } });
  const [answer]: IncomingMessage[] = await once(request, 'response');
  if (answer?.statusCode !== 200) throw new Error(`An export got ${answer?.statusCode}`);
  let lines = 0;
  answer.on('data', (piece: Buffer) => {
    lines += countLines(piece);
  });
  await once(answer, 'end');
  const header = 1;
  return { rows: lines - header, seconds: (performance.now() - began) / 1_000 };
}

/** Resident memory of a process while something runs. */
async function sampleMemory<Result>(pid: number, work: () => Promise<Result>) {
  const samples: number[] = [];
  const running = work();
  const over = running.then(() => true);
  do samples.push(await residentMemory(pid));
  while (!(await Promise.race([over, pause(sampleMs)])));
  return { result: await running, samples };
}

const thirdOf = (samples: readonly number[], third: number) => {
  const size = Math.ceil(samples.length / 3);
  const part = third === 0 ? samples.slice(0, size) : samples.slice(-size);
  return median(part);
};

interface Round {
  /** Rows a second. */
  rate: number;
  /** Memory in MB. */
  before: number;
  peak: number;
  first: number;
  last: number;
}

/** Filters of the list, as its address has them. */
const filters = {
  'all leads with a phone': 'phone=yes',
  'leads of three statuses': 'status=new,contacted,lost',
};

/**
 * How fast the filtered list becomes a file, and what memory that takes. The first file is not
 * measured, since memory is compared with that of a process that has done its work before.
 */
export async function measureExports({ report, plan }: Run, product: LeadServer): Promise<void> {
  const { pid, url } = product.service;
  const cookie = await signIn(product);
  for (const [what, query] of Object.entries(filters)) {
    const name = `export of ${what}, ${product.name}`;
    const file = new URL(`/bench/leads/export?${query}`, url);
    await phase(`${name}, warm-up`, () => download(file, cookie));

    const rounds: Round[] = [];
    for (let round = 1; round <= plan.rounds; round += 1) {
      await pause(settleMs);
      const before = await residentMemory(pid);
      const { result, samples } = await phase(`${name}, round ${round} of ${plan.rounds}`, () =>
        sampleMemory(pid, () => download(file, cookie)),
      );
      const [first, last] = [thirdOf(samples, 0), thirdOf(samples, 2)];
      const rate = result.rows / result.seconds;
      rounds.push({ rate, before, peak: Math.max(...samples), first, last });
    }

    const add = (label: string, unit: 'rows/s' | 'MB', figure: keyof Round) =>
      report.add(
        [name, label].filter(Boolean).join(', '),
        unit,
        rounds.map((round) => round[figure]),
      );
    report.hold(add('', 'rows/s', 'rate'), { atLeast: wantedRows });
    const memoryBefore = add('memory before', 'MB', 'before');
    const peak = add('highest memory', 'MB', 'peak');
    const firstThird = add('memory in the first third', 'MB', 'first');
    const lastThird = add('memory in the last third', 'MB', 'last');
    report.compare(`${peak.name} ÷ before`, peak, memoryBefore, { atMost: mostPeak });
    report.compare(`${lastThird.name} ÷ first`, lastThird, firstThird, { atMost: mostGrowth });
  }
}
