import type { Belongings } from '../belongings.ts';
import type { Contestant, Sample } from '../contestants/contestant.ts';
import { httpContestant } from '../contestants/http-contestant.ts';
import { startProduct } from '../contestants/product.ts';
import type { Findings } from '../findings.ts';
import type { Plan } from '../plan.ts';
import { alternate } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { requestTo } from '../submission.ts';

interface Databases {
  /** The product on a database whose tables PostgreSQL has statistics of. */
  known: Contestant;
  /** A database nobody has stored a lead in. */
  openNew(round: number): Promise<Stage>;
}

/**
 * The first seconds of a new installation. Until autovacuum has come by, PostgreSQL guesses, and
 * plans what it does for each lead by its guesses.
 */
export async function measureNewDatabase(
  belongings: Belongings,
  findings: Findings,
  { throughput, rounds }: Plan,
  { known, openNew }: Databases,
): Promise<void> {
  const fresh: Sample[] = [];
  const settled: Sample[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const { url, address } = await openNew(round);
    const service = await startProduct(belongings, url);
    const requests = [requestTo(address)];
    const prepare = async () => {};
    const contestant = httpContestant(belongings, { name: 'new', service, requests, prepare });

    const pair = [contestant, known];
    const [newOne = [], knownOne = []] = await alternate('New database', pair, throughput, 1);
    fresh.push(...newOne);
    settled.push(...knownOne);
    await service.stop();
  }

  findings.compare(
    'new database ÷ known tables',
    findings.addRates('new database, 64 connections', fresh),
    findings.addRates('known tables, 64 connections', settled),
  );
}
