import type postgres from 'postgres';

/** Makes a statement on a connection. */
export type Make = (driver: postgres.ISql) => unknown;

/** Sends what `make` made on a connection, and resolves with the answer. */
type Run = (make: Make) => Promise<unknown>;

/**
 * A statement that is sent once it is awaited, on a connection that is chosen then. Inside of the
 * template of another statement it is a fragment of that.
 */
export class Statement implements PromiseLike<unknown> {
  readonly #run: Run;
  #make: Make;
  #answer: Promise<unknown> | undefined;

  constructor(run: Run, make: Make) {
    this.#run = run;
    this.#make = make;
  }

  /** Rows as arrays instead of objects. */
  values(): this {
    const make = this.#make;
    this.#make = (driver) => pendingQuery(make(driver)).values();
    return this;
  }

  make(driver: postgres.ISql): unknown {
    return this.#make(driver);
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting it sends it
  then<Fulfilled = unknown, Rejected = never>(
    onFulfilled?: ((answer: unknown) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#answer ??= this.#run(this.#make);
    return this.#answer.then(onFulfilled, onRejected);
  }

  catch<Rejected>(onRejected: (error: unknown) => Rejected): Promise<unknown> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally: () => void): Promise<unknown> {
    return this.then().finally(onFinally);
  }
}

/** Guarantee: only statements reach it, which postgres.js makes as pending queries. */
const pendingQuery = (made: unknown) => made as postgres.PendingQuery<postgres.Row[]>;

/**
 * Guarantee: templates, helpers for identifiers, `unsafe`, and what is in `own` work as those of
 * postgres.js; the rest of `postgres.Sql` is missing.
 */
const asSql = <Sql>(client: object) => client as Sql;

/** The tagged template and `unsafe` of postgres.js, with statements that `send` makes and sends. */
export function clientSql<Sql>(send: (make: Make) => unknown, own: Record<string, unknown>): Sql {
  const template = (first: unknown, ...rest: unknown[]) =>
    send((driver) => {
      const values = rest.map((value) => (value instanceof Statement ? value.make(driver) : value));
      return Reflect.apply(driver, undefined, [first, ...values]);
    });
  const unsafe = (...given: Parameters<postgres.ISql['unsafe']>) =>
    send((driver) => driver.unsafe(...given));

  return asSql<Sql>(Object.assign(template, { unsafe, ...own }));
}
