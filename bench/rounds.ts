import { phase } from '#server/process/progress.mjs';
import type { Contestant, Load, Sample } from './contestants/contestant.ts';

/**
 * Lets contestants take turns (A B C, A B C, …), so that what slows the machine for a while slows
 * them all.
 *
 * @returns for each contestant, in their order, a sample a round
 */
export async function alternate(
  title: string,
  contestants: readonly Contestant[],
  load: Load,
  rounds: number,
): Promise<Sample[][]> {
  const samples = contestants.map((): Sample[] => []);

  for (let round = 1; round <= rounds; round += 1) {
    for (const [at, contestant] of contestants.entries()) {
      const label = `${title}, round ${round} of ${rounds}: ${contestant.name}`;
      const sample = await phase(label, async () => {
        await contestant.prepare();
        return contestant.measure(load).catch((cause: unknown) => {
          throw new Error(`${label}: ${cause instanceof Error ? cause.message : cause}`, { cause });
        });
      });
      samples[at]?.push(sample);
    }
  }
  return samples;
}
