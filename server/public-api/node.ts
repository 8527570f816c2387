import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { maxBodyBytes, refusedBodyLingerMs } from '../limits.ts';
import type { Runtime } from '../runtime.ts';
import { errors } from './errors.ts';
import { handle } from './handle.ts';
import type { BodyLimit, PublicRequest } from './procedure.ts';
import { PublicError, type PublicResponse } from './response.ts';

/** Bodies that are being read, by their connection. */
const reading = new WeakMap<Duplex, { request: IncomingMessage; fail(error: PublicError): void }>();

/**
 * Ends the body that is being read on a connection, so that its request is answered with the error.
 *
 * @returns whether there was one that had not arrived in full
 */
export function failBody(connection: Duplex, error: PublicError): boolean {
  const body = reading.get(connection);
  if (!body || body.request.complete) return false;

  body.fail(error);
  return true;
}

const lengthOf = (request: IncomingMessage) =>
  Number(request.headers['content-length'] ?? Number.NaN);

function collect(request: IncomingMessage, limit: BodyLimit): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const { socket } = request;
  const chunks: Uint8Array[] = [];
  let size = 0;
  reading.set(socket, { request, fail: reject });

  request.on('data', (chunk: Uint8Array) => {
    size += chunk.byteLength;
    if (size <= limit.bytes) return void chunks.push(chunk);

    request.pause();
    reject(new PublicError(limit.error));
  });
  request.on('end', () => resolve(Buffer.concat(chunks)));
  request.on('close', () => {
    if (!request.complete) reject(new PublicError(errors.bodyEndedEarly));
  });

  return promise.finally(() => reading.delete(socket));
}

async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: BodyLimit,
): Promise<Uint8Array> {
  if (lengthOf(request) > limit.bytes) throw new PublicError(limit.error);

  if (request.headers.expect) response.writeContinue();
  return collect(request, limit);
}

/** The body of a request that has its answer, unless it is larger than that of one lead. */
function readRest(request: IncomingMessage): Promise<Uint8Array | undefined> {
  // Who asks first whether to send the body will not send it.
  const isHeldBack = request.headers.expect !== undefined;
  if (isHeldBack || request.destroyed || lengthOf(request) > maxBodyBytes) {
    return Promise.resolve(undefined);
  }

  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
  const chunks: Uint8Array[] = [];
  let size = 0;
  request.on('data', (chunk: Uint8Array) => {
    size += chunk.byteLength;
    if (size <= maxBodyBytes) chunks.push(chunk);
  });
  request.on('end', () => resolve(size <= maxBodyBytes ? Buffer.concat(chunks) : undefined));
  request.on('close', () => resolve(undefined));
  return promise;
}

/** A body that is too large or too slow is not read on: the answer is sent, then the connection ends. */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: PublicResponse,
): void {
  const mayBeLarge = 'transfer-encoding' in request.headers || lengthOf(request) > maxBodyBytes;
  const isUnwanted = !request.complete && (mayBeLarge || status === 408);
  if (!isUnwanted) {
    response.writeHead(status, headers).end(body);
    return;
  }
  request.pause();
  response.writeHead(status, { ...headers, connection: 'close' });
  response.write(body);
  setTimeout(() => response.end(() => request.destroy()), refusedBodyLingerMs);
}

/**
 * The public API behind `node:http`, in front of Next.
 *
 * @param origin what proxy headers say of the request, as far as they are trusted
 */
export async function handleNodeRequest(
  runtime: Runtime,
  origin: Pick<PublicRequest, 'host' | 'url' | 'path' | 'address' | 'isSecure'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await handle(runtime, {
    ...origin,
    method: request.method ?? 'GET',
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : value?.join(',');
    },
    readBody: (limit) => readBody(request, response, limit),
    readRest: () => readRest(request),
  });

  if (answer.isCut) response.destroy();
  else sendResponse(request, response, answer);
}
