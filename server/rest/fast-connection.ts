import type { Socket } from 'node:net';
import { answerText } from './answer-text.ts';
import type { PublicResponse } from './envelope.ts';

/** Milliseconds for a first request, and for the rest of any; Node has deadlines for slower ones. */
const patience = 1_000;
/** Milliseconds beyond what clients are told, as their next request may be on its way. */
const grace = 1_000;

export interface FastConnectionOptions {
  /**
   * The answer to bytes that are one request, as `complete` gives it.
   *
   * @returns the length of the request when some of it is missing; `undefined` when `node:http`
   *   should read it
   */
  answer(bytes: Buffer): Promise<PublicResponse> | number | undefined;
  /** The answer to a request that is not sent to its end. */
  refuse(bytes: Buffer): PublicResponse;
  /** Gives the connection to `node:http`, with all that it has not read yet, and for good. */
  handOver(): void;
  /** Milliseconds that it may idle between two requests. */
  keepAliveTimeout: number;
}

/** A connection for as long as it brings requests that can be answered without `node:http`. */
export class FastConnection {
  readonly #socket: Socket;
  readonly #options: FastConnectionOptions;
  /** What was read and not looked at, as the answer before it is under way, or the rest missing. */
  #pieces: Buffer[] = [];
  #missing = 0;
  #patience: NodeJS.Timeout | undefined;
  #isAnswering = false;
  #hasAnswered = false;
  #isLast = false;

  constructor(socket: Socket, options: FastConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    socket
      .setTimeout(patience)
      .on('data', this.#read)
      .on('end', this.#finish)
      .on('timeout', this.#tire)
      .on('error', this.destroy)
      .on('close', this.#forget);
  }

  /** Ends as soon as the request under way is answered; one that is not all here is Node's to end. */
  end(): void {
    this.#isLast = true;
    if (this.#missing > 0) this.#handOver(this.#takePieces());
    else if (!this.#isAnswering) this.#socket.destroySoon();
  }

  readonly destroy = (): void => void this.#socket.destroy();

  readonly #read = (bytes: Buffer): void => {
    if (this.#isAnswering) {
      // One at a time: whatever else comes waits outside.
      this.#pieces.push(bytes);
      this.#socket.pause();
    } else if (this.#missing > bytes.length) {
      this.#pieces.push(bytes);
      this.#missing -= bytes.length;
    } else {
      this.#look(this.#takePieces(bytes));
    }
  };

  #takePieces(last?: Buffer): Buffer {
    if (last && this.#pieces.length === 0) return last;

    const bytes = Buffer.concat(last ? [...this.#pieces, last] : this.#pieces);
    this.#forget();
    return bytes;
  }

  readonly #forget = (): void => {
    clearTimeout(this.#patience);
    this.#pieces = [];
    this.#missing = 0;
  };

  #look(bytes: Buffer): void {
    if (this.#isLast) return;

    const answer = this.#options.answer(bytes);
    if (answer === undefined) {
      this.#handOver(bytes);
    } else if (typeof answer === 'number') {
      this.#pieces = [bytes];
      this.#missing = answer - bytes.length;
      this.#patience = setTimeout(() => this.#handOver(this.#takePieces()), patience);
      this.#socket.resume();
    } else {
      this.#isAnswering = true;
      answer.then(this.#send, this.destroy);
    }
  }

  readonly #send = (response: PublicResponse): void => {
    const { keepAliveTimeout } = this.#options;
    const text = answerText(response, this.#isLast ? 0 : keepAliveTimeout / 1_000);
    // Where every letter is one byte, nothing has to be encoded.
    const isAscii = Number(response.headers['content-length']) === response.body.length;
    const hasRoom = this.#socket.write(text, isAscii ? 'latin1' : 'utf8');
    if (!this.#hasAnswered) this.#socket.setTimeout(keepAliveTimeout + grace);
    this.#hasAnswered = true;

    if (hasRoom) this.#goOn();
    else this.#socket.once('drain', this.#goOn);
  };

  readonly #goOn = (): void => {
    this.#isAnswering = false;
    if (this.#isLast) this.#socket.destroySoon();
    else if (this.#pieces.length > 0) this.#look(this.#takePieces());
    else this.#socket.resume();
  };

  /** The sender has no more to say, but may still listen. */
  readonly #finish = (): void => {
    this.#isLast = true;
    if (this.#missing > 0) this.#send(this.#options.refuse(this.#takePieces()));
    else if (!this.#isAnswering) this.#socket.destroySoon();
  };

  /** Nothing was read or written for a while. */
  readonly #tire = (): void => {
    const isAtWork = this.#isAnswering && !this.#socket.writableNeedDrain;
    if (isAtWork || this.#missing > 0) return;

    if (this.#hasAnswered) this.destroy();
    else this.#handOver();
  };

  #handOver(bytes?: Buffer): void {
    const socket = this.#socket;
    socket
      .setTimeout(0)
      .off('data', this.#read)
      .off('end', this.#finish)
      .off('timeout', this.#tire)
      .off('error', this.destroy)
      .off('close', this.#forget)
      .pause();
    if (bytes) socket.unshift(bytes);
    this.#options.handOver();
    socket.resume();
  }
}
