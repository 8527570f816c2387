import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Runtime } from '../runtime.ts';
import { BodyDeadline, type BodyEnd } from './body-deadline.ts';
import { answerPublicRequest } from './door.ts';
import { HttpError, type PublicResponse } from './envelope.ts';
import { callerAddress, cameByHttps, type Target } from './host.ts';
import { linger, maxBodyBytes, tooLarge } from './read-json.ts';

/** A caller has 20 seconds for sending its body. */
const bodyDeadline = new BodyDeadline(20_000);

/** Connections that end as soon as their answer is read. */
const ending = new WeakSet<Duplex>();

const unread: Record<BodyEnd, () => HttpError> = {
  late: () => new HttpError(408, 'Request body took too long'),
  broken: () => new HttpError(400, 'Malformed HTTP request'),
};

/**
 * For a connection on which the parser has given up: whether a request that came on it before has
 * its answer, or is given one now, under its own name and in the shape that it asks for.
 */
export function answersItself(connection: Duplex, why: BodyEnd): boolean {
  return ending.has(connection) || bodyDeadline.breakOff(connection, why);
}

const declaredLength = (request: IncomingMessage) =>
  Number(request.headers['content-length'] ?? Number.NaN);

function collect(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const end = bodyDeadline.start(request.socket, (why) => reject(unread[why]()));

    request.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= maxBodyBytes) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      end();
      reject(tooLarge());
    });
    request.on('end', () => {
      end();
      const [only] = chunks;
      resolve(only && chunks.length === 1 ? only : Buffer.concat(chunks));
    });
    request.on('close', () => {
      end();
      if (!request.complete) reject(new HttpError(400, 'Request body ended early'));
    });
  });
}

async function readBody(request: IncomingMessage, response: ServerResponse): Promise<Uint8Array> {
  if (declaredLength(request) > maxBodyBytes) throw tooLarge();

  if (request.headers.expect) response.writeContinue();
  return collect(request);
}

/** A body that is too large or too slow is not read on: the answer goes out, then the connection ends. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: PublicResponse,
): void {
  const isSmall = declaredLength(request) <= maxBodyBytes;
  const isUnwanted = !request.complete && (!isSmall || status === 408);
  if (!isUnwanted) {
    response.writeHead(status, headers).end(body);
    return;
  }
  request.pause();
  ending.add(request.socket);
  response.writeHead(status, { ...headers, connection: 'close' });
  response.write(body);
  setTimeout(() => response.end(() => request.destroy()), linger);
}

/** The public API behind `node:http`, in front of Next. */
export async function serveOverNode(
  runtime: Runtime,
  { target, trusted }: { target: Target; trusted: BlockList },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await answerPublicRequest(runtime, {
    method: request.method ?? 'GET',
    path: target.path,
    host: target.host,
    address: () => callerAddress(request, trusted),
    isSecure: () => cameByHttps(trusted, request),
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : value?.join(',');
    },
    readBody: () => readBody(request, response),
  });

  send(request, response, answer);
}
