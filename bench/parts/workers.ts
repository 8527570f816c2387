import type { Contestant } from '../contestants/contestant.ts';
import type { Findings } from '../findings.ts';
import type { Plan } from '../plan.ts';
import { alternate } from '../rounds.ts';

/** What a second worker brings, on a machine where the caller and the database want cores too. */
export async function measureWorkers(
  findings: Findings,
  contestants: readonly [one: Contestant, two: Contestant],
  { throughput, rounds }: Plan,
): Promise<void> {
  const [one = [], two = []] = await alternate('Workers', contestants, throughput, rounds);
  const [first, second] = contestants;

  findings.compare(
    'two workers ÷ one',
    findings.addRates(`${second.name}, 64 connections`, two),
    findings.addRates(`${first.name}, 64 connections`, one),
  );
}
