import type postgres from 'postgres';
import type { Connection } from './connection.ts';

/** Makes a statement, or a helper inside of one, on a connection. */
export type Make = (driver: postgres.ISql) => unknown;

/** Sends what `make` made on a connection, and resolves with the answer. */
type Run = (make: Make) => Promise<unknown>;

/** Guarantee: it is called with statements only, which are pending queries of postgres.js. */
export const pendingQuery = (made: unknown) => made as postgres.PendingQuery<postgres.Row[]>;

/**
 * Guarantee: templates, helpers in them, `unsafe` and what is in `own` work as those of postgres.js;
 * the other members of its types are missing.
 */
const asSql = <Sql>(client: object) => client as Sql;

/**
 * A statement that is sent when it is awaited, on a connection that is chosen then. In the template
 * of another statement it is a part of that.
 */
export class Statement {
  readonly make: Make;
  readonly #run: Run;
  #answer: Promise<unknown> | undefined;

  constructor(run: Run, make: Make) {
    this.#run = run;
    this.make = make;
  }

  /** Rows as arrays instead of objects. */
  values(): Statement {
    return new Statement(this.#run, (driver) => pendingQuery(this.make(driver)).values());
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting it sends it
  then(...given: Parameters<Promise<unknown>['then']>): Promise<unknown> {
    return this.#send().then(...given);
  }

  catch(...given: Parameters<Promise<unknown>['catch']>): Promise<unknown> {
    return this.#send().catch(...given);
  }

  finally(...given: Parameters<Promise<unknown>['finally']>): Promise<unknown> {
    return this.#send().finally(...given);
  }

  #send(): Promise<unknown> {
    this.#answer ??= this.#run(this.make);
    return this.#answer;
  }
}

/** Statements of postgres.js that are parts of others, and are not sent by themselves. */
const fragments = new WeakSet<object>();

/** The template and `unsafe` of postgres.js. `send` makes their statements and sends them. */
export function clientSql<Sql>(send: (make: Make) => unknown, own: Record<string, unknown>): Sql {
  const template = (first: unknown, ...rest: unknown[]) => {
    for (const value of rest) if (value instanceof Promise) fragments.add(value);
    return send((driver) => {
      const values = rest.map((value) => (value instanceof Statement ? value.make(driver) : value));
      return Reflect.apply(driver, undefined, [first, ...values]);
    });
  };
  const unsafe = (...given: Parameters<postgres.ISql['unsafe']>) =>
    send((driver) => driver.unsafe(...given));

  return asSql<Sql>(Object.assign(template, { unsafe, ...own }));
}

interface ConnectionSqlOptions {
  /** Milliseconds for each statement. */
  deadline: number;
  /** Why statements are not sent any more. */
  refusal?: () => Error | undefined;
  onFailure?: (error: unknown) => void;
}

/** The `sql` of one connection. Its statements are those of postgres.js, and are sent at once. */
export function connectionSql<Sql>(
  connection: Connection,
  { deadline, refusal, onFailure }: ConnectionSqlOptions,
  own: Record<string, unknown>,
): Sql {
  const send = (make: Make) => {
    const reason = refusal?.() ?? connection.loss;
    if (reason) return new Statement(() => Promise.reject(reason), make);

    const made = make(connection.sql);
    // Helpers are no promises. A microtask later it is known whether it is a fragment, or `values()`
    // was called.
    if (made instanceof Promise)
      queueMicrotask(() => {
        if (!fragments.has(made))
          connection.execute(made, deadline).catch((error) => onFailure?.(error));
      });
    return made;
  };
  return clientSql<Sql>(send, own);
}
