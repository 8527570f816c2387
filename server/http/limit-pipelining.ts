import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { maxPipelinedRequests } from '../limits.ts';

const endOfHead = Buffer.from('\r\n\r\n');
/** Bytes in which nearly every request fits, and not many at all: they are not searched for heads. */
const fewBytes = 2_048;

/** Length of the start of `bytes` that holds at most so many heads of requests. */
function lengthOfHeads(bytes: Buffer, heads: number): number {
  let end = 0;
  for (let n = 0; n < heads; n += 1) {
    const at = bytes.indexOf(endOfHead, end);
    if (at < 0) return bytes.length;
    end = at + endOfHead.length;
  }
  return end;
}

/** What is read of a connection, and its requests while several are pending. */
class Pipeline {
  readonly #socket: Socket;
  /** What Node does with the bytes that it has read. */
  readonly #parse: (bytes: Buffer) => void;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #isHolding = false;
  #isBroken = false;
  /** Whether a pipelined request came with a known key. */
  isKnown = false;
  /** Requests that wait or are under way; 0 also while there is only one. */
  pending = 0;

  constructor(socket: Socket) {
    const [parse] = socket.listeners('data');
    if (!parse) throw new Error('Node listens for the data of a connection');

    this.#socket = socket;
    this.#parse = (bytes) => parse(bytes);
    socket.removeAllListeners('data').on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** @param begin called at once, or when enough of the requests before have their answer */
  add(response: ServerResponse, begin: () => void): void {
    response.once('close', () => this.#end());
    this.pending += 1;
    this.#waiting.push(begin);
    if (this.#waiting.length === 1) this.#beginNext();
  }

  /** Reads no more requests: what comes is none. */
  break(): void {
    this.#isBroken = true;
  }

  #beginNext(): void {
    if (this.#underWay === (this.isKnown ? maxPipelinedRequests : 1)) return;

    const begin = this.#waiting.shift();
    if (!begin) return;
    this.#underWay += 1;
    begin();
  }

  #end(): void {
    if (this.#socket.destroyed) return;

    this.pending -= 1;
    this.#underWay -= 1;
    // In a later turn: what one connection has sent must not keep others waiting.
    if (this.#waiting.length > 0 || this.#isHolding) setImmediate(() => this.#goOn());
  }

  #goOn(): void {
    if (this.#socket.destroyed) return;

    if (this.#waiting.length > 0) this.#beginNext();
    else if (this.#isHolding) this.#socket.resume();
  }

  #read(chunk: Buffer): void {
    this.#isHolding = false;
    let rest = chunk;
    while (rest.length > 0 && !this.#socket.destroyed && !this.#isBroken) {
      const room = maxPipelinedRequests - this.pending;
      // Node has paused while answers or a body wait, and resumes by itself.
      const isPaused = this.#socket.isPaused();
      if (!isPaused && room <= 0 && !this.isKnown) {
        this.#socket.destroy();
        return;
      }
      if (isPaused || room <= 0) {
        this.#isHolding = !isPaused;
        this.#socket.pause();
        // Back to the buffer that it was read from: no more is read while that is full.
        this.#socket.unshift(rest);
        return;
      }
      const length = rest.length <= fewBytes ? rest.length : lengthOfHeads(rest, room);
      this.#parse(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  }
}

/**
 * Bounds what pipelined requests can take. Node by itself parses all that it has read at once, up to
 * thousands of requests, and keeps their answers until the sender reads them. Of a connection with a
 * known key, a few requests are under way, and no more are read until one is answered. Without a
 * known key, requests are answered one after the other, and a connection that has more than those
 * few is cut.
 *
 * @param isKnown whether a request comes with a known key
 * @returns what wraps the listeners of requests
 */
export function limitPipelining(server: Server, isKnown: (request: IncomingMessage) => boolean) {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const pipelines = new WeakMap<Duplex, Pipeline>();
  server.on('clientError', (_, socket) => pipelines.get(socket)?.break());
  server.on('connection', (socket) => pipelines.set(socket, new Pipeline(socket)));

  return (listener: RequestListener): RequestListener =>
    (request, response) => {
      const { socket } = request;
      const pipeline = pipelines.get(socket);
      if (!pipeline || socket.destroyed) return;

      const previous = latest.get(socket);
      latest.set(socket, response);
      if (pipeline.pending === 0) {
        if (!previous || previous.writableFinished) return listener(request, response);
        pipeline.add(previous, () => {});
      }
      pipeline.isKnown ||= isKnown(request);
      pipeline.add(response, () => listener(request, response));
    };
}
