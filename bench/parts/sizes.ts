import type { Contestant } from '../contestants/contestant.ts';
import type { Findings } from '../findings.ts';
import type { Plan } from '../plan.ts';
import { alternate } from '../rounds.ts';

/** Whether intake slows down with what is stored already. */
export async function measureSizes(
  findings: Findings,
  contestants: readonly [none: Contestant, large: Contestant],
  { throughput, rounds }: Plan,
): Promise<void> {
  const [none = [], large = []] = await alternate('Stored leads', contestants, throughput, rounds);
  const [empty, full] = contestants;

  findings.compare(
    `throughput, ${full.name} ÷ ${empty.name}`,
    findings.addRates(full.name, large),
    findings.addRates(empty.name, none),
    { atLeast: 0.85 },
  );
}
