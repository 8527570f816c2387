import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that each answer took, by status. */
type Times = Map<number, number[]>;

/** One connection, on which a request is sent once the one before it is answered. */
class Client {
  readonly #socket: Socket;
  #sentAt: number | undefined;

  constructor(port: number, record: (status: number, took: number) => void) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('error', () => {});
    // An answer comes in one piece: it is smaller than any packet on this machine.
    this.#socket.setEncoding('latin1').on('data', (text: string) => {
      const now = performance.now();
      record(
        Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)),
        now - (this.#sentAt ?? now),
      );
      this.#sentAt = undefined;
    });
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
}

/** Sends one request over and over, without a ledger: as fast as one process can. */
export class FixedLoad {
  readonly #port: number;
  readonly #connections: number;
  readonly #clients: Client[] = [];
  #times: Times = new Map();

  /** @param connections at most; one is opened when all others wait for an answer */
  constructor(port: number, connections: number) {
    this.#port = port;
    this.#connections = connections;
  }

  /**
   * Open loop at a rate, as far as the connections go; without a rate, a closed loop on all of them.
   *
   * @returns how many were sent, and the times of the answers that arrived meanwhile
   */
  async run(
    request: Buffer,
    { seconds, perSecond = Number.MAX_SAFE_INTEGER }: { seconds: number; perSecond?: number },
  ): Promise<{ sent: number; times: ReadonlyMap<number, readonly number[]> }> {
    const times: Times = new Map();
    this.#times = times;
    const begin = performance.now();
    const end = begin + seconds * 1_000;
    let sent = 0;
    let owed = 0;
    for (let now = begin, last = begin; now < end; last = now, now = performance.now()) {
      owed = Math.min(owed + ((now - last) * perSecond) / 1_000, this.#connections);
      const free = this.#freeClients(Math.floor(owed));
      for (const client of free) client.send(request, now);
      owed -= free.length;
      sent += free.length;
      await sleep(1);
    }
    return { sent, times };
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }

  #freeClients(wanted: number): Client[] {
    const free = this.#clients.filter(({ isFree }) => isFree).slice(0, wanted);
    const more = Math.min(wanted - free.length, this.#connections - this.#clients.length);
    const opened = Array.from({ length: more }, () => new Client(this.#port, this.#record));
    this.#clients.push(...opened);

    return [...free, ...opened];
  }

  readonly #record = (status: number, took: number): void => {
    const times = this.#times.get(status);
    if (times) times.push(took);
    else this.#times.set(status, [took]);
  };
}
