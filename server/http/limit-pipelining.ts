import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { maxPipelinedRequests, pipeliningAlertMs } from '../limits.ts';

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

/**
 * Reads a connection in place of Node, and has its requests wait while several are pending. This costs
 * each request a few microseconds.
 */
class Pipeline {
  readonly #socket: Socket;
  /** What Node does with the bytes that it has read. */
  readonly #parse: (bytes: Buffer) => void;
  readonly #onExcess: () => void;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #isHolding = false;
  #isBroken = false;
  /** Whether a pipelined request came with a known key. */
  isKnown = false;
  /** Requests that wait or are under way; 0 also while there is only one. */
  pending = 0;

  /** @param onExcess called when the connection is cut: it has too many requests without a known key */
  constructor(socket: Socket, onExcess: () => void) {
    const [parse] = socket.listeners('data');
    if (!parse) throw new Error('Node listens for the data of a connection');

    this.#socket = socket;
    this.#parse = (bytes) => parse(bytes);
    this.#onExcess = onExcess;
    socket.removeAllListeners('data').on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** @param begin called at once, or when enough of the requests before have their answer */
  add(response: ServerResponse, begin: () => void): void {
    if (this.pending >= maxPipelinedRequests && !this.isKnown) {
      this.#cut();
      return;
    }
    response.once('close', () => this.#end());
    this.pending += 1;
    this.#waiting.push(begin);
    if (this.#waiting.length === 1) this.#beginNext();
  }

  /** Reads no more requests: what comes is none. */
  break(): void {
    this.#isBroken = true;
  }

  #cut(): void {
    this.#socket.destroy();
    this.#onExcess();
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
        this.#cut();
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
 * Node reads a connection until its first pipelined request, so that others cost nothing. What it has
 * read with that request can be thousands, 25 µs each; therefore, after one connection was cut, a
 * `Pipeline` reads every connection for a while.
 *
 * @param isKnown whether a request comes with a known key
 * @returns what wraps the listeners of requests
 */
export function limitPipelining(server: Server, isKnown: (request: IncomingMessage) => boolean) {
  /** Open connections, each with the answer to its latest request. */
  const connections = new Map<Socket, ServerResponse | undefined>();
  const pipelines = new WeakMap<Duplex, Pipeline>();
  let alertEnds = 0;

  function pipelineOf(socket: Socket): Pipeline {
    const pipeline = pipelines.get(socket) ?? new Pipeline(socket, alert);
    pipelines.set(socket, pipeline);
    return pipeline;
  }
  function alert(): void {
    alertEnds = performance.now() + pipeliningAlertMs;
    for (const socket of connections.keys()) {
      // Not one that Node has upgraded, in development, and reads no more.
      if (socket.listenerCount('data') > 0) pipelineOf(socket);
    }
  }

  server.on('clientError', (_, socket) => pipelines.get(socket)?.break());
  server.on('connection', (socket) => {
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
    if (performance.now() < alertEnds) pipelineOf(socket);
  });

  return (listener: RequestListener): RequestListener =>
    (request, response) => {
      const { socket } = request;
      if (socket.destroyed) return;

      const previous = connections.get(socket);
      connections.set(socket, response);
      const isPipelined = previous !== undefined && !previous.writableFinished;
      if (!isPipelined && !pipelines.get(socket)?.pending) return listener(request, response);

      const pipeline = pipelineOf(socket);
      if (pipeline.pending === 0 && previous) pipeline.add(previous, () => {});
      pipeline.isKnown ||= isKnown(request);
      pipeline.add(response, () => listener(request, response));
    };
}
