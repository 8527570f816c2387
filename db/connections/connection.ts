import { connect, type Socket } from 'node:net';
import postgres from 'postgres';
import { AbandonedError, DeadlineError } from '../deadline.ts';

/** The connection is gone, or was never made. A statement or commit under way may have happened. */
class LostConnectionError extends Error {
  readonly code = 'CONNECTION_CLOSED';

  constructor() {
    super('The connection to the database is lost');
  }
}

/** After these SQL states the server ends the connection, or accepts no more writes on it. */
const fatalSqlStates = new Set(['25006', '57P01', '57P02', '57P03']);

/** Whether the server answered, and the connection is as good as before. */
const isAnswer = (error: unknown) =>
  error instanceof postgres.PostgresError && !fatalSqlStates.has(error.code);

/**
 * PostgreSQL keeps a prepared statement until its connection ends. A pool replaces a connection that has
 * prepared so many; one without a pool prepares no more.
 */
const maxPrepared = 300;
/** Lists of values make statements of more parameters, and each length is another text. */
const maxPreparedParameters = 64;
/** Milliseconds that a request to cancel a statement may take. */
const cancelMs = 1_000;

/** What PostgreSQL asks of who wants to cancel a statement: the numbers of its connection. */
interface BackendKey {
  pid: number;
  secret: number;
}

/** A statement of postgres.js has it from when it is sent. */
const keyOf = (statement: unknown): Partial<BackendKey> =>
  Object(Reflect.get(Object(statement), 'state'));

/** https://www.postgresql.org/docs/current/protocol-message-formats.html, CancelRequest */
function cancelRequest({ pid, secret }: BackendKey): Buffer {
  const message = Buffer.alloc(16);
  for (const [n, value] of [16, 80_877_102, pid, secret].entries()) {
    message.writeInt32BE(value | 0, 4 * n);
  }
  return message;
}

/** What postgres.js passes to its documented option `socket`, which its types lack. */
interface Target {
  host: string[];
  port: number[];
  path?: string | false;
}

/** Makes an instance of postgres.js with these options, among others. */
export type OpenDriver = (options: {
  max: 1;
  max_lifetime: null;
  onclose: () => void;
  socket: (target: Target) => Socket;
}) => postgres.Sql;

/**
 * One instance of postgres.js with one socket. postgres.js reconnects after a loss and may run the
 * rest of a transaction on the new connection. Here the second socket is refused and the instance
 * is ended, so nothing ever runs on another connection.
 */
export class Connection {
  readonly openedAt = performance.now();
  readonly sql: postgres.Sql;
  readonly #waiting = new Set<(error: unknown) => void>();
  /** Texts. */
  readonly #prepared = new Set<string>();
  #socket: Socket | undefined;
  #open: (() => Socket) | undefined;
  /** The last statement. */
  #statement: unknown;
  #loss: Error | undefined;

  /** Connects with the first statement. */
  constructor(open: OpenDriver) {
    const sql = open({
      max: 1,
      max_lifetime: null,
      onclose: () => this.destroy(),
      socket: (target) => this.#connect(target),
    });
    const { unsafe } = sql;
    /**
     * drizzle asks for no prepared statements. postgres.js asks for the types of the parameters before
     * it executes: a round trip that only the first statement of a text needs when it is prepared.
     */
    const prepared: typeof unsafe = (text, parameters = [], options = {}) =>
      unsafe(text, parameters, {
        ...options,
        prepare: options.prepare || this.#isPrepared(text, parameters.length),
      });
    this.sql = Object.assign(sql, { unsafe: prepared });
  }

  /** Why it is of no use any more. */
  get loss(): Error | undefined {
    return this.#loss;
  }

  /** It may prepare no more statements. */
  get isFull(): boolean {
    return this.#prepared.size >= maxPrepared;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Sends a statement. Without an answer after so many milliseconds, the connection is destroyed. */
  async execute<Result>(statement: PromiseLike<Result>, milliseconds: number): Promise<Result> {
    this.#statement = statement;
    try {
      return await this.watch(statement, milliseconds);
    } catch (error) {
      if (!isAnswer(error)) this.destroy();
      throw error;
    }
  }

  /**
   * Settles as `work` does, or rejects when the connection is lost. If `milliseconds` pass first,
   * the connection is destroyed.
   */
  watch<Result>(work: PromiseLike<Result>, milliseconds?: number): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    if (this.#loss) reject(this.#loss);
    const timer = milliseconds
      ? setTimeout(() => this.destroy(new DeadlineError()), milliseconds)
      : undefined;
    const once =
      <Value>(settle: (value: Value) => void) =>
      (value: Value) => {
        clearTimeout(timer);
        this.#waiting.delete(reject);
        settle(value);
      };
    this.#waiting.add(reject);
    work.then(once(resolve), once(reject));
    return promise;
  }

  /** Lets statements under way finish for up to a second. */
  async close(): Promise<void> {
    if (!this.#loss) await this.sql.end({ timeout: 1 });
    this.destroy();
  }

  /** Cuts the connection. Statements under way are rejected. */
  destroy(error: Error = new LostConnectionError()): void {
    if (this.#loss) return;

    this.#loss = error;
    for (const reject of this.#waiting) reject(error);
    // `end` alone waits for a peer that may have gone silent.
    this.#socket?.destroy();
    void this.sql.end({ timeout: 0 });
  }

  /** Cuts the connection, and asks the server to cancel what it executes for it. */
  abandon(): void {
    const { pid, secret } = keyOf(this.#statement);
    if (this.#loss) return;

    this.destroy(new AbandonedError());
    if (!this.#open || !pid || secret === undefined) return;
    const socket = this.#open();
    // Nothing is answered. What is not cancelled ends with its time-out.
    socket.on('error', () => {}).end(cancelRequest({ pid, secret }));
    socket.setTimeout(cancelMs, () => socket.destroy());
  }

  #isPrepared(text: string, parameters: number): boolean {
    if (parameters === 0 || parameters > maxPreparedParameters) return false;

    if (!this.isFull) this.#prepared.add(text);
    return this.#prepared.has(text);
  }

  /** @throws LostConnectionError when postgres.js reconnects: it never stops after a FIN during start-up */
  #connect({ host: [host = ''], port: [port = 0], path }: Target): Socket {
    if (this.#socket || this.#loss) {
      this.destroy();
      throw new LostConnectionError();
    }

    this.#open = () => (path ? connect(path) : connect(port, host));
    this.#socket = this.#open();
    // postgres.js checks the name in the certificate against `host`.
    return Object.assign(this.#socket, { host });
  }
}
