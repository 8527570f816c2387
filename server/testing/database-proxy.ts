import { connect, createServer, type Socket } from 'node:net';
import { ClientMessages } from './postgres-messages.ts';

/** One client of the database, and its way there. */
interface Line {
  client: Socket;
  server: Socket;
  messages: ClientMessages;
  isHeld: boolean;
  /** The answer to what was sent last ends the connection. */
  isDoomed: boolean;
  ending?: NodeJS.Timeout;
  /** What the client has said since it is held. */
  unsent: Buffer[];
}

/** For what was sent with the statement whose answer is lost. */
const lostAnswerMs = 200;

/** Picks connections by the application that they name, and statements by their text. */
type Pick = (application: string, statement: string) => boolean;

/** Stands between a process and its database: sees each statement, and fails as networks do. */
export class DatabaseProxy {
  readonly #lines = new Set<Line>();
  readonly #target: URL;
  readonly #server = createServer((client) => this.#open(client));
  #seen: { application: string; statement: string }[] = [];
  #isHeld: Pick = () => false;
  #isDoomed: Pick = () => false;
  #port = 0;
  #refusal: ((client: Socket) => void) | undefined;
  /** Milliseconds by which answers of the database come late. */
  delay = 0;

  private constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl);
  }

  static async open(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(databaseUrl);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    const address = proxy.#server.address();
    proxy.#port = typeof address === 'object' && address ? address.port : 0;
    return proxy;
  }

  /** Of the database, by way of the proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.port = String(this.#port);
    return url.href;
  }

  /**
   * Statements since the last call, of requests unless another application is named; those of the
   * driver are left out.
   */
  takeStatements(of = /intake|panel/): string[] {
    const seen = this.#seen;
    this.#seen = [];
    return seen
      .filter(({ application }) => of.test(application))
      .map(({ statement }) => statement)
      .filter((statement) => !statement.includes('pg_catalog.pg_type'));
  }

  /** Statements since the last call that read what intake caches. */
  takeLookUps(): string[] {
    return this.takeStatements().filter((statement) =>
      /from api_keys|application_hosts|where s.company_id/.test(statement),
    );
  }

  /**
   * Lets nothing through in either direction, without a word, on connections where `pick` says so:
   * at once where it does for no statement (''), else from the statement on.
   */
  hold(pick: Pick): void {
    this.#isHeld = pick;
    for (const line of this.#lines) if (pick(line.messages.application, '')) line.isHeld = true;
  }

  /** What was held goes on its way. */
  letGo(): void {
    this.#isHeld = () => false;
    for (const line of this.#lines) {
      line.isHeld = false;
      for (const bytes of line.unsent.splice(0)) line.server.write(bytes);
      line.server.resume();
    }
  }

  /** Statements that `pick` names are done, but their connection ends before the answer arrives. */
  loseAnswers(pick: Pick): void {
    this.#isDoomed = pick;
  }

  /** Ends all connections, as a restart of the database does. */
  cut(): void {
    for (const { client } of this.#lines) client.destroy();
  }

  /** Ends all connections as a machine does that knows nothing of them. */
  reset(): void {
    for (const { client } of this.#lines) client.resetAndDestroy();
  }

  /**
   * Ends all connections, and each new one as soon as it comes: without more ado, or politely, as
   * if all had been said.
   */
  refuse(politely = false): void {
    this.#refusal = (client) => {
      client.on('error', () => {});
      if (politely) client.resume().end();
      else client.destroy();
    };
    this.cut();
  }

  /** Takes connections again. */
  accept(): void {
    this.#refusal = undefined;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #open(client: Socket): void {
    if (this.#refusal) {
      this.#refusal(client);
      return;
    }
    const server = connect(Number(this.#target.port), this.#target.hostname);
    const line = {
      client,
      server,
      messages: new ClientMessages(),
      isHeld: false,
      isDoomed: false,
      unsent: [],
    };
    this.#lines.add(line);
    client.on('data', (bytes) => this.#forward(line, bytes));
    server.on('data', (bytes) => this.#giveBack(line, bytes));
    for (const [end, other] of [
      [client, server],
      [server, client],
    ] as const) {
      end.on('error', () => {});
      end.on('close', () => {
        this.#lines.delete(line);
        other.destroy();
      });
    }
  }

  #forward(line: Line, bytes: Buffer): void {
    for (const statement of ['', ...line.messages.read(bytes)]) {
      const { application } = line.messages;
      if (statement) this.#seen.push({ application, statement });
      if (this.#isHeld(application, statement)) line.isHeld = true;
      if (this.#isDoomed(application, statement)) line.isDoomed = true;
    }
    if (line.isHeld) line.unsent.push(bytes);
    else line.server.write(bytes);
  }

  #giveBack(line: Line, bytes: Buffer): void {
    if (line.isDoomed) {
      // The statement may be one of several in a flight: all of them are done first.
      line.ending ??= setTimeout(() => line.client.destroy(), lostAnswerMs);
    } else if (line.isHeld) {
      line.server.pause();
      line.server.unshift(bytes);
    } else if (this.delay > 0) {
      setTimeout(() => line.client.write(bytes), this.delay);
    } else {
      line.client.write(bytes);
    }
  }
}
