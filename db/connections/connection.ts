import { connect, type Socket } from 'node:net';
import postgres from 'postgres';
import { DeadlineError } from '../deadline.ts';
import { onSettled, type Statement, statementOf } from './statement.ts';

/** The connection is gone, or never came. What it was about to do may have happened. */
class LostConnectionError extends Error {
  readonly code: string;

  constructor(code: string) {
    super('The connection to the database is gone');
    this.code = code;
  }
}

/** After these the server, or the way to it, is no longer the one that it was. */
const endings = new Set(['25006', '57P01', '57P02', '57P03']);
const endsConnection = (error: unknown) =>
  error instanceof Error && 'code' in error && endings.has(String(error.code));

/** What postgres.js reads of its options, and hands to `socket`. */
interface Way {
  host: string[];
  port: number[];
  path: string | false;
  connect_timeout: number;
}

/** Options that postgres.js has parsed are taken as they are: parsers are shared, so are types. */
type Parsed = postgres.Options<Record<string, postgres.PostgresType>>;
const parsedOf = (maker: postgres.Sql) => maker.options as unknown as Parsed & Way;

/**
 * One connection to PostgreSQL, once: it never connects again. What postgres.js remembers of a lost
 * connection spoils the next one (answers of the old server, bytes half sent, statements of a
 * transaction that is over), and what it writes to a lost one ends the process. So nobody here ever
 * has a second one of it.
 */
export class Connection {
  readonly openedAt = performance.now();
  readonly #driver: postgres.Sql;
  readonly #execute: (statement: Statement) => void;
  readonly #under = new Set<Statement>();
  readonly #listeners = new Set<(error: unknown) => void>();
  #socket: Socket | undefined;
  #loss: unknown;

  constructor(maker: postgres.Sql) {
    const options = {
      ...parsedOf(maker),
      max: 1,
      max_lifetime: null,
      onclose: () => this.destroy(),
      /** Read by postgres.js, but missing in its types. */
      socket: (way: Way) => this.#connect(way),
    };
    this.#driver = postgres(options);
    this.#execute = statementOf(this.#driver.unsafe('')).handler;
  }

  get isLost(): boolean {
    return this.#loss !== undefined;
  }

  /** Calls `listener` once, when the connection is of no use any more. Gives what undoes it. */
  onLost(listener: (error: unknown) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Settles the statement in any case: without an answer in so many milliseconds, all is over. */
  execute(statement: Statement, milliseconds: number): void {
    if (this.isLost) {
      statement.reject(this.#loss);
      return;
    }

    const timer = setTimeout(() => this.destroy(new DeadlineError()), milliseconds);
    this.#under.add(statement);
    onSettled(statement, (error) => {
      clearTimeout(timer);
      this.#under.delete(statement);
      if (endsConnection(error)) this.destroy();
    });
    this.#execute(statement);
  }

  /** Ends it in good order when nothing is under way. */
  async close(): Promise<void> {
    if (!this.isLost) await this.#driver.end({ timeout: 1 });
    this.destroy();
  }

  /** Ends it now. Statements under way are rejected. */
  destroy(error: unknown = new LostConnectionError('CONNECTION_CLOSED')): void {
    if (this.isLost) return;

    this.#loss = error;
    this.#socket?.destroy();
    for (const statement of this.#under) statement.reject(error);
    for (const tell of this.#listeners) tell(error);
  }

  /** postgres.js asks again after each loss, also of a connection that was not yet ready. */
  async #connect({ host, port, path, connect_timeout }: Way): Promise<Socket> {
    if (this.#socket || this.isLost) {
      this.destroy();
      throw new LostConnectionError('CONNECTION_CLOSED');
    }

    const [firstHost = ''] = host;
    const [firstPort = 0] = port;
    const socket = path ? connect(path) : connect(firstPort, firstHost);
    this.#socket = socket;
    const timer = setTimeout(
      () => socket.destroy(new LostConnectionError('CONNECT_TIMEOUT')),
      connect_timeout * 1_000,
    );
    try {
      await new Promise((resolve, reject) => {
        socket.once('connect', resolve).once('error', reject);
        socket.once('close', () => reject(new LostConnectionError('CONNECTION_CLOSED')));
      });
    } catch (error) {
      this.destroy(error);
      throw error;
    } finally {
      clearTimeout(timer);
      socket.removeAllListeners();
    }
    /** For the name in the certificate. */
    return Object.assign(socket, { host: firstHost });
  }
}
