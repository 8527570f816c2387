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

/** One connection, on which a request leaves once the one before it is answered. */
class Caller {
  readonly #socket: Socket;
  readonly #tell: (status: number, took: number) => void;
  #sentAt: number | undefined;

  constructor(port: number, tell: (status: number, took: number) => void) {
    this.#tell = tell;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1').on('data', (text: string) => this.#read(text));
    this.#socket.on('error', () => {});
  }

  get isFree(): boolean {
    return this.#sentAt === undefined;
  }

  send(request: Buffer, now: number): void {
    this.#sentAt = now;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** An answer comes in one piece: it is smaller than any packet on this machine. */
  #read(text: string): void {
    const now = performance.now();
    this.#tell(
      Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)),
      now - (this.#sentAt ?? now),
    );
    this.#sentAt = undefined;
  }
}

/** The same request again and again, at a rate of its own, from as many connections as that takes. */
export class OpenLoop {
  readonly #port: number;
  readonly #most: number;
  readonly #callers: Caller[] = [];
  #answers = new Map<number, Answers>();

  /** @param most connections; one is opened when all others wait for an answer */
  constructor(port: number, most: number) {
    this.#port = port;
    this.#most = most;
  }

  /**
   * Sends so many a second, however fast they are answered, until no connection is left; without a
   * rate, each connection sends its next one when it has its answer.
   *
   * @returns how many were sent, and the answers that came meanwhile, by status
   */
  async run(
    request: Buffer,
    { seconds, perSecond = Number.MAX_SAFE_INTEGER }: { seconds: number; perSecond?: number },
  ): Promise<{ sent: number; answers: ReadonlyMap<number, Answers> }> {
    const answers = new Map<number, Answers>();
    this.#answers = answers;
    const begin = performance.now();
    const end = begin + seconds * 1_000;
    let sent = 0;
    let owed = 0;
    for (let now = begin, last = begin; now < end; last = now, now = performance.now()) {
      owed = Math.min(owed + ((now - last) * perSecond) / 1_000, this.#most);
      const free = this.#freeCallers(Math.floor(owed));
      for (const caller of free) caller.send(request, now);
      owed -= free.length;
      sent += free.length;
      await sleep(1);
    }
    return { sent, answers };
  }

  close(): void {
    for (const caller of this.#callers) caller.close();
  }

  #freeCallers(wanted: number): Caller[] {
    const free = this.#callers.filter(({ isFree }) => isFree).slice(0, wanted);
    const more = Math.min(wanted - free.length, this.#most - this.#callers.length);
    const opened = Array.from(
      { length: more },
      () => new Caller(this.#port, (status, took) => this.#hear(status, took)),
    );
    this.#callers.push(...opened);

    return [...free, ...opened];
  }

  #hear(status: number, took: number): void {
    const answers = this.#answers.get(status) ?? new Answers();
    this.#answers.set(status, answers);
    answers.add(took);
  }
}
