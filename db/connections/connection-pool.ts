import type postgres from 'postgres';
import { DeadlineError } from '../deadline.ts';
import { Connection } from './connection.ts';
import { onSettled, type Statement } from './statement.ts';

/** Milliseconds after which a connection is not used again: what its backend has gathered goes too. */
const longestLife = 45 * 60_000;

class EndedPoolError extends Error {
  readonly code = 'CONNECTION_ENDED';
}

/** Waits for a connection. */
type Claim = (connection: Connection) => void;

/**
 * Connections that come with the first use, at most so many. Each does one thing at a time; one
 * that is lost is replaced by the next use. Nobody waits longer than the deadline, neither for a
 * connection nor on it.
 */
export class ConnectionPool {
  readonly #maker: postgres.Sql;
  readonly #size: number;
  readonly #deadline: number;
  readonly #open = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #claims = new Set<Claim>();
  #isEnded = false;
  #onEmpty = () => {};

  /** @param deadline milliseconds for a statement, with what it waits for a connection */
  constructor(maker: postgres.Sql, size: number, deadline: number) {
    this.#maker = maker;
    this.#size = size;
    this.#deadline = deadline;
  }

  send(statement: Statement): void {
    const until = performance.now() + this.#deadline;
    let connection: Connection | undefined;
    onSettled(statement, () => {
      if (connection) this.#give(connection);
      connection = undefined;
    });
    this.#take(
      (taken) => {
        connection = taken;
        taken.execute(statement, Math.max(1, until - performance.now()));
      },
      (error) => statement.reject(error),
    );
  }

  /** Runs `work` on a connection that is its own until then. */
  async reserve<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await new Promise<Connection>((resolve, reject) => {
      this.#take(resolve, reject);
    });
    try {
      return await work(connection);
    } finally {
      this.#give(connection);
    }
  }

  /** @param patience seconds for what is under way */
  async close(patience: number): Promise<void> {
    this.#isEnded = true;
    for (const connection of this.#idle.splice(0)) void connection.close();
    const cut = setTimeout(() => this.#destroy(), patience * 1_000);
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
      if (this.#open.size === 0) resolve();
    });
    clearTimeout(cut);
  }

  #take(claim: Claim, fail: (error: unknown) => void): void {
    const connection = this.#isEnded ? undefined : (this.#idle.pop() ?? this.#openOne());
    if (connection) {
      claim(connection);
      return;
    }
    if (this.#isEnded) {
      fail(new EndedPoolError('The pool is closed'));
      return;
    }

    const timer = setTimeout(() => {
      this.#claims.delete(waiting);
      fail(new DeadlineError());
    }, this.#deadline);
    const waiting: Claim = (free) => {
      clearTimeout(timer);
      claim(free);
    };
    this.#claims.add(waiting);
  }

  #openOne(): Connection | undefined {
    if (this.#open.size >= this.#size) return undefined;

    const connection = new Connection(this.#maker);
    connection.onLost((error) => this.#forget(connection, error));
    this.#open.add(connection);
    return connection;
  }

  /** It is free again. */
  #give(connection: Connection): void {
    if (connection.isLost) return;

    const [next] = this.#claims;
    if (next) this.#hand(next, connection);
    else if (this.#isEnded || performance.now() - connection.openedAt > longestLife)
      void connection.close();
    else this.#idle.push(connection);
  }

  /** Where one does not answer, the idle ones may be cut off as well, and each would cost a wait. */
  #forget(connection: Connection, error: unknown): void {
    this.#open.delete(connection);
    const place = this.#idle.indexOf(connection);
    if (place >= 0) this.#idle.splice(place, 1);
    if (error instanceof DeadlineError)
      for (const suspect of this.#idle.splice(0)) suspect.destroy();

    const [next] = this.#claims;
    const another = next && this.#openOne();
    if (another) this.#hand(next, another);
    if (this.#open.size === 0) this.#onEmpty();
  }

  #hand(claim: Claim, connection: Connection): void {
    this.#claims.delete(claim);
    claim(connection);
  }

  #destroy(): void {
    for (const connection of this.#open) connection.destroy();
  }
}
