import type { Contestant, Sample } from '../contestants/contestant.ts';
import type { Findings, Series } from '../findings.ts';
import type { Plan } from '../plan.ts';
import { alternate } from '../rounds.ts';

export interface Contestants {
  product: Contestant;
  limitA: Contestant;
  limitB: Contestant;
  peer1: Contestant;
  /** Left out of a quick run. */
  peer2?: Contestant;
  manyKeys?: Contestant;
}

const present = <T>(value: T | undefined): value is T => value !== undefined;

/** Of those contestants whose tool tells waiting times. */
function addWaits(
  findings: Findings,
  name: string,
  samples: readonly Sample[],
  figure: 'p50' | 'p99',
): Series {
  const values = samples.map((sample) => sample[figure]).filter(present);
  return findings.add({ name: `${name}, ${figure}`, unit: 'ms', values });
}

/** 64 connections: how many leads a second, and how long callers wait then. */
export async function measureThroughput(
  findings: Findings,
  { product, limitA, limitB, peer1, peer2, manyKeys }: Contestants,
  { throughput, rounds }: Plan,
): Promise<void> {
  const all = [product, limitA, limitB, peer1, peer2, manyKeys].filter(present);
  const samples = await alternate('64 connections', all, throughput, rounds);
  const titled = (contestant: Contestant) =>
    [`${contestant.name}, 64 connections`, samples[all.indexOf(contestant)] ?? []] as const;
  const rateOf = (contestant: Contestant) => findings.addRates(...titled(contestant));
  const waitOf = (contestant: Contestant) => addWaits(findings, ...titled(contestant), 'p99');

  const rate = rateOf(product);
  findings.compare('product ÷ limit A', rate, rateOf(limitA), { atLeast: 1 });
  findings.compare('product ÷ limit B', rate, rateOf(limitB), { atLeast: 0.3 });
  findings.compare('product ÷ peer 1', rate, rateOf(peer1), { atLeast: 2 });
  if (peer2) findings.compare('product ÷ peer 2', rate, rateOf(peer2), { atLeast: 10 });
  if (manyKeys) findings.compare('64 keys and steps ÷ one', rateOf(manyKeys), rate);

  const name = 'p99 at 64 connections, product ÷ peer 1';
  findings.compare(name, waitOf(product), waitOf(peer1), { atMost: 1 });
  if (peer2) waitOf(peer2);
}

/** One caller who waits for each answer. */
export async function measureLatency(
  findings: Findings,
  { product, peer1, peer2 }: Contestants,
  { latency, rounds }: Plan,
): Promise<void> {
  const all = [product, peer1, peer2].filter(present);
  const samples = await alternate('1 connection', all, latency, rounds);
  const [own, first] = all.map((contestant, at) => {
    const name = `${contestant.name}, 1 connection`;
    const middle = addWaits(findings, name, samples[at] ?? [], 'p50');
    addWaits(findings, name, samples[at] ?? [], 'p99');
    return middle;
  });
  if (own && first) {
    findings.compare('p50 at 1 connection, product ÷ peer 1', own, first, { atMost: 1.1 });
  }
}
