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
/** Before memory is measured the first time. */
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
  peak: number;
  first: number;
  last: number;
}

const fewLeads = 'status=unqualified';
/** Filters of the list, as its address has them. */
const filters = {
  'all leads with a phone': 'phone=yes',
  'leads of three statuses': 'status=new,contacted,lost',
};

/**
 * How fast the filtered list becomes a file, and what memory that takes. A file of a few leads is
 * made first, since a process that has just started has not loaded all of its code.
 */
export async function measureExports({ report, plan }: Run, product: LeadServer): Promise<void> {
  const { pid, url } = product.service;
  const cookie = await signIn(product);
  const fileOf = (query: string) => new URL(`/bench/leads/export?${query}`, url);
  await download(fileOf(fewLeads), cookie);
  await pause(settleMs);
  const beforeAll = report.add('memory before exports', 'MB', [await residentMemory(pid)]);

  for (const [what, query] of Object.entries(filters)) {
    const name = `export of ${what}, ${product.name}`;
    const rounds: Round[] = [];
    for (let round = 1; round <= plan.rounds; round += 1) {
      const { result, samples } = await phase(`${name}, round ${round} of ${plan.rounds}`, () =>
        sampleMemory(pid, () => download(fileOf(query), cookie)),
      );
      const [first, last] = [thirdOf(samples, 0), thirdOf(samples, 2)];
      rounds.push({ rate: result.rows / result.seconds, peak: Math.max(...samples), first, last });
    }

    const valuesOf = (figure: keyof Round) => rounds.map((round) => round[figure]);
    report.hold(report.add(name, 'rows/s', valuesOf('rate')), { atLeast: wantedRows });
    const peak = report.add(`${name}, highest memory`, 'MB', [Math.max(...valuesOf('peak'))]);
    report.compare(`${peak.name} ÷ before`, peak, beforeAll, { atMost: mostPeak });
    const first = report.add(`${name}, memory in the first third`, 'MB', valuesOf('first'));
    const last = report.add(`${name}, memory in the last third`, 'MB', valuesOf('last'));
    report.compare(`${last.name} ÷ first`, last, first, { atMost: mostGrowth });
  }
}
