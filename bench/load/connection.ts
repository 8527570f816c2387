import { connect, type Socket } from 'node:net';
import { isComplete, statusOf } from './answer.ts';

/** Whom a connection tells what happens. */
export interface Owner {
  /**
   * @param sentAt `performance.now()` when the request went out
   * @param now the same clock, read once for the answer and the next request
   * @returns whether to send another one
   */
  answered(status: number, sentAt: number, now: number, answer: Buffer): boolean;
  broken(reason: string): void;
}

const bufferSize = 16_384;
const none = Buffer.alloc(0);

/** One caller: sends its request, waits for the whole answer, sends it again. */
export class Connection {
  readonly #socket: Socket;
  readonly #request: Buffer;
  readonly #owner: Owner;
  #sentAt = 0;
  #begun: Buffer = none;
  #isDone = false;

  constructor(port: number, request: Buffer, owner: Owner) {
    this.#request = request;
    this.#owner = owner;
    const buffer = Buffer.alloc(bufferSize);
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      // One buffer read into again and again, instead of a stream with one for each answer.
      onread: {
        buffer,
        callback: (size) => {
          this.#read(buffer.subarray(0, size));
          return true;
        },
      },
    });
    this.#socket.once('connect', () => this.#send(performance.now()));
    this.#socket.on('error', (error) => this.#end(error.message));
    this.#socket.on('close', () => this.#end('The server closed the connection'));
  }

  #send(now: number): void {
    this.#sentAt = now;
    this.#socket.write(this.#request);
  }

  #read(bytes: Buffer): void {
    const answer = this.#begun === none ? bytes : Buffer.concat([this.#begun, bytes]);
    if (!isComplete(answer)) {
      this.#begun = answer === bytes ? Buffer.from(bytes) : answer;
      return;
    }
    this.#begun = none;

    const now = performance.now();
    if (this.#owner.answered(statusOf(answer), this.#sentAt, now, answer)) this.#send(now);
    else this.#finish();
  }

  #finish(): void {
    this.#isDone = true;
    this.#socket.destroy();
  }

  #end(reason: string): void {
    if (this.#isDone) return;
    this.#finish();
    this.#owner.broken(reason);
  }
}
