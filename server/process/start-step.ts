import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddress } from '#db/address.ts';
import { openConnection } from '#db/client.ts';
import { isTransient } from '#db/errors.ts';
import { databaseRetryPauseMs, lockLookMs, startStatementMs } from '../limits.ts';
import type { Runtime } from '../runtime.ts';
import { describeFailure } from './describe-failure.ts';

/** A terminal shows the line of the current phase there. */
const clearLine = process.stderr.isTTY ? '\r\x1b[2K' : '';

/** A line beside the phase that runs. */
export const notice = (text: string): void => console.error(`${clearLine}! ${text}`);

/** The database has not finished a step of the start in time. `message` says which one. */
class SlowStepError extends Error {}

/** The tables whose locks statements of Leadgate wait for. */
async function findAwaitedTables({ url, pooler }: Omit<DatabaseAddress, 'directUrl'>) {
  const { sql, close } = openConnection(url, {
    name: 'start',
    statementTimeout: startStatementMs,
    pooler,
  });
  try {
    const rows = await sql<{ name: string }[]>`
      select distinct l.relation::regclass::text as name
      from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()
        and a.application_name like 'leadgate %' and l.relation is not null`;
    return rows.map(({ name }) => name);
  } finally {
    await close();
  }
}

/**
 * Runs a step of the start, whose statements have a time-out of their own.
 *
 * @param what names the step, such as "Granting rights"
 * @throws SlowStepError, which is transient, when the step fails after waiting for the database
 */
export async function startStep<Result>(
  what: string,
  address: Omit<DatabaseAddress, 'directUrl'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  let tables: string[] = [];
  let isLooking = false;
  const looks = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    tables = await findAwaitedTables(address).catch(() => tables);
    isLooking = false;
  }, lockLookMs);
  try {
    return await work();
  } catch (error) {
    const waited = performance.now() - began;
    if (!isTransient(error) || waited < lockLookMs) throw error;
    const seconds = Math.round(waited / 1_000);
    const reason = tables.length > 0 ? `the lock on ${tables.join(', ')}` : 'the database';
    throw new SlowStepError(`${what} waited ${seconds} s for ${reason}`, { cause: error });
  } finally {
    clearInterval(looks);
  }
}

/**
 * Tries again while the database is unreachable or busy, and says why once for each reason.
 *
 * @throws what does not pass by itself
 */
export async function whenDatabaseAllows<Result>(work: () => Promise<Result>): Promise<Result> {
  let logged = '';
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;

      const reason = describeFailure(error);
      if (reason !== logged) notice(`${reason}. Trying again`);
      logged = reason;
      await sleep(databaseRetryPauseMs);
    }
  }
}

/** Resolves once a lead can be taken; from then on the process is ready. */
export async function openIntake({ intake, address, open }: Runtime): Promise<void> {
  await whenDatabaseAllows(() => startStep('Opening intake', address, () => intake.open()));
  open();
}
