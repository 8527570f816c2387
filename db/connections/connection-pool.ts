import { AsyncLocalStorage } from 'node:async_hooks';
import { Pool, TimeoutError } from 'tarn';
import { AbandonedError, DeadlineError } from '../deadline.ts';
import { Places } from '../places.ts';
import { Connection, type OpenDriver } from './connection.ts';

/** A connection that is older is not used again: its backend's memory grows with time. */
const maxAgeMilliseconds = 45 * 60_000;

class ClosedPoolError extends Error {
  readonly code = 'CONNECTION_ENDED';

  constructor() {
    super('The pool is closed');
  }
}

/**
 * Connections that are opened by their first use, at most `size`. Each does one thing at a time;
 * one that is lost is replaced by the next use.
 */
export class ConnectionPool {
  readonly #slots: Pool<Connection>;
  readonly #open = new Set<Connection>();
  readonly #calls = new AsyncLocalStorage<{ owner: string; signal: AbortSignal }>();
  readonly #owners: Places;
  #uses = 0;
  #isClosed = false;
  #onUnused = () => {};

  /** @param deadline milliseconds that a use waits for a connection at most */
  constructor(open: OpenDriver, size: number, deadline: number) {
    this.#owners = new Places(Math.max(1, Math.floor(size / 2)));
    this.#slots = new Pool({
      create: () => {
        const connection = new Connection(open);
        this.#open.add(connection);
        return connection;
      },
      validate: ({ loss, isFull, openedAt }) =>
        loss === undefined && !isFull && performance.now() - openedAt < maxAgeMilliseconds,
      destroy: (connection) => {
        this.#open.delete(connection);
        return connection.close();
      },
      min: 0,
      max: size,
      acquireTimeoutMillis: deadline,
      propagateCreateError: true,
      idleTimeoutMillis: maxAgeMilliseconds,
      reapIntervalMillis: 60_000,
    });
  }

  /** See `Pool` of db/client.ts. */
  async share<Result>(
    owner: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const ended = new AbortController();
    const call = { owner, signal: AbortSignal.any([signal, ended.signal]) };
    try {
      return await this.#calls.run(call, work);
    } finally {
      ended.abort();
    }
  }

  /**
   * Runs `work` on a connection of its own.
   *
   * @throws DeadlineError when no connection is free in time; AbandonedError; what `work` throws
   */
  use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const call = this.#calls.getStore();
    if (!call) return this.#use(work);

    const { owner, signal } = call;
    const abandonable = async (connection: Connection) => {
      if (signal.aborted) throw new AbandonedError();

      const abandon = () => connection.abandon();
      signal.addEventListener('abort', abandon);
      try {
        return await work(connection);
      } finally {
        signal.removeEventListener('abort', abandon);
      }
    };
    return this.#owners.run(owner, signal, () => this.#use(abandonable));
  }

  /** Accepts no more work, waits so many seconds for what it has, and cuts the rest. */
  async close(patience: number): Promise<void> {
    this.#isClosed = true;
    const cut = setTimeout(() => this.#cut(), patience * 1_000);
    await new Promise<void>((resolve) => {
      this.#onUnused = resolve;
      if (this.#uses === 0) resolve();
    });
    clearTimeout(cut);
    await this.#slots.destroy();
  }

  async #use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new ClosedPoolError();

    this.#uses += 1;
    try {
      const connection = await this.#acquire();
      try {
        return await work(connection);
      } finally {
        this.#slots.release(connection);
      }
    } catch (error) {
      if (error instanceof DeadlineError) this.#destroyIdle();
      throw error;
    } finally {
      this.#uses -= 1;
      if (this.#uses === 0) this.#onUnused();
    }
  }

  async #acquire(): Promise<Connection> {
    try {
      return await this.#slots.acquire().promise;
    } catch (error) {
      if (this.#isClosed) throw new ClosedPoolError();
      throw error instanceof TimeoutError ? new DeadlineError() : error;
    }
  }

  /** Where one connection is silent, the idle ones may be too, and each would cost a wait. */
  #destroyIdle(): void {
    for (const connection of this.#open) if (connection.isIdle) connection.destroy();
  }

  #cut(): void {
    void this.#slots.destroy();
    for (const connection of this.#open) connection.destroy();
  }
}
