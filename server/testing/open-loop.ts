import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Answers of one status, and how long they took, in milliseconds. */
export class Answers {
  count = 0;
  readonly took: number[] = [];

  add(took: number): void {
    this.count += 1;
    // Every tenth is enough to tell, and costs the machine little.
    if (this.count % 10 === 0) this.took.push(took);
  }

  /** @param share from 0 to 1 */
  percentile(share: number): number {
    const sorted = this.took.toSorted((a, b) => a - b);
    return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  }
}

/** One connection, on which requests leave when they are due, answered or not. */
class Caller {
  readonly #socket: Socket;
  readonly #tell: (status: number, took: number) => void;
  readonly #dueAt: number[] = [];
  #rest = '';

  constructor(port: number, tell: (status: number, took: number) => void) {
    this.#tell = tell;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1').on('data', (text: string) => this.#read(text));
    this.#socket.on('error', () => {});
  }

  get waiting(): number {
    return this.#dueAt.length;
  }

  send(request: Buffer, dueAt: number): void {
    this.#dueAt.push(dueAt);
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** What follows a status line is not looked at: no answer holds another one. */
  #read(text: string): void {
    const now = performance.now();
    const parts = (this.#rest + text).split('HTTP/1.1 ');
    this.#rest = '';
    for (const [index, part] of parts.entries()) {
      if (index === 0) continue;
      if (part.length < 3) this.#rest = `HTTP/1.1 ${part}`;
      else this.#tell(Number(part.slice(0, 3)), now - (this.#dueAt.shift() ?? now));
    }
  }
}

/** The same request again and again, from many connections at a rate of its own. */
export class OpenLoop {
  readonly #callers: Caller[];
  #answers = new Map<number, Answers>();
  #sent = 0;

  constructor(port: number, connections: number) {
    this.#callers = Array.from(
      { length: connections },
      () => new Caller(port, (status, took) => this.#hear(status, took)),
    );
  }

  /** How many have been sent since the beginning. */
  get sent(): number {
    return this.#sent;
  }

  /**
   * Sends so many a second, however many are answered; without a rate, each caller sends its next
   * one when it has its answer.
   *
   * @returns the answers that came meanwhile, by status
   */
  async run(
    request: Buffer,
    { seconds, perSecond }: { seconds: number; perSecond?: number },
  ): Promise<ReadonlyMap<number, Answers>> {
    const answers = new Map<number, Answers>();
    this.#answers = answers;
    const begin = performance.now();
    const end = begin + seconds * 1_000;
    let sent = 0;
    for (let now = begin; now < end; now = performance.now()) {
      const due = perSecond && Math.floor(((now - begin) * perSecond) / 1_000) - sent;
      for (const caller of this.#due(due)) {
        caller.send(request, now);
        sent += 1;
      }
      await sleep(1);
    }
    this.#sent += sent;
    return answers;
  }

  close(): void {
    for (const caller of this.#callers) caller.close();
  }

  #due(count: number | undefined): Caller[] {
    if (count === undefined) return this.#callers.filter(({ waiting }) => waiting === 0);

    const callers = this.#callers.toSorted((a, b) => a.waiting - b.waiting);
    return Array.from({ length: count }, (_, n) => callers[n % callers.length]).flatMap(
      (caller) => caller ?? [],
    );
  }

  #hear(status: number, took: number): void {
    const answers = this.#answers.get(status) ?? new Answers();
    this.#answers.set(status, answers);
    answers.add(took);
  }
}
