import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, type SingleConnection } from '../client.ts';
import { isPassingFault } from '../errors.ts';

/** All Leadgate processes of a cluster hold this lock shared; the last one to go stops the server. */
const inUseLock = 7_236_001;
/** Milliseconds between two attempts to get the server back. */
const pause = 200;

/** Starts the server unless it runs, and gives its address once it answers. */
type Start = () => Promise<string>;

async function enter(url: string): Promise<SingleConnection> {
  const connection = openConnection(url, { name: 'cluster', statementTimeout: 10_000 });
  try {
    await connection.sql`select pg_advisory_lock_shared(${inUseLock})`;
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/**
 * One process's use of a cluster, from the start to `leave`. Should the server die meanwhile, it is
 * started again: nobody else would.
 */
export class Membership {
  readonly #start: Start;
  readonly #kept: Promise<void>;
  #connection: SingleConnection;
  #isLeaving = false;

  private constructor(start: Start, connection: SingleConnection) {
    this.#start = start;
    this.#connection = connection;
    this.#kept = this.#keep();
  }

  /**
   * @param start called again whenever the server is gone
   * @throws what `start` throws, unless it passes
   */
  static async begin(start: Start): Promise<Membership> {
    for (;;) {
      try {
        return new Membership(start, await enter(await start()));
      } catch (error) {
        // The last member may have stopped it just now.
        if (!isPassingFault(error)) throw error;
        await sleep(pause);
      }
    }
  }

  /** Says whether nobody else uses the cluster, so that the server may be stopped. */
  async leave(): Promise<boolean> {
    this.#isLeaving = true;
    // It may be on its way back just now.
    if (this.#connection.isLost) await this.#kept;
    try {
      const { sql } = this.#connection;
      await sql`select pg_advisory_unlock_shared(${inUseLock})`;
      const [row] = await sql`select pg_try_advisory_lock(${inUseLock}) as alone`;
      return row?.alone === true;
    } catch {
      return true;
    } finally {
      await this.#connection.close();
      await this.#kept;
    }
  }

  async #keep(): Promise<void> {
    while (!this.#isLeaving) {
      await this.#connection.lost.catch(() => {});
      while (!this.#isLeaving && this.#connection.isLost) {
        await this.#startAgain().catch(() => sleep(pause));
      }
    }
  }

  async #startAgain(): Promise<void> {
    this.#connection = await enter(await this.#start());
  }
}
