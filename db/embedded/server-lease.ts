import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, type SingleConnection } from '../client.ts';
import { isTransient } from '../errors.ts';

/** Held in shared mode by each process that uses a cluster. The last one to release it stops it. */
const inUseLock = 7_236_001;
/** Time between two attempts to start the server again. */
const retryPauseMs = 200;

/** Starts the server if it is not running. Resolves to its URL once it answers. */
type Start = () => Promise<string>;

async function lockShared(url: string): Promise<SingleConnection> {
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
 * One process's use of a cluster, until `release`. If the server dies meanwhile, this process starts
 * it again.
 */
export class ServerLease {
  readonly #start: Start;
  readonly #watch: Promise<void>;
  #connection: SingleConnection;
  #isReleased = false;

  private constructor(start: Start, connection: SingleConnection) {
    this.#start = start;
    this.#connection = connection;
    this.#watch = this.#restartWhenLost();
  }

  /**
   * @param start called again whenever the server is gone
   * @throws what `start` throws, unless the error is transient
   */
  static async acquire(start: Start): Promise<ServerLease> {
    for (;;) {
      try {
        return new ServerLease(start, await lockShared(await start()));
      } catch (error) {
        // Another process may have stopped the server at this moment.
        if (!isTransient(error)) throw error;
        await sleep(retryPauseMs);
      }
    }
  }

  /** Returns true if no other process uses the cluster, so that the server can be stopped. */
  async release(): Promise<boolean> {
    this.#isReleased = true;
    // A restart may be in progress.
    if (this.#connection.isLost) await this.#watch;
    try {
      const { sql } = this.#connection;
      await sql`select pg_advisory_unlock_shared(${inUseLock})`;
      const [row] = await sql`select pg_try_advisory_lock(${inUseLock}) as is_last`;
      return row?.is_last === true;
    } catch {
      return true;
    } finally {
      await this.#connection.close();
      await this.#watch;
    }
  }

  async #restartWhenLost(): Promise<void> {
    while (!this.#isReleased) {
      await this.#connection.lost.catch(() => {});
      while (!this.#isReleased && this.#connection.isLost) {
        await this.#reacquire().catch(() => sleep(retryPauseMs));
      }
    }
  }

  async #reacquire(): Promise<void> {
    this.#connection = await lockShared(await this.#start());
  }
}
