import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errors } from '../public-api/errors.ts';
import { failBody } from '../public-api/node.ts';
import { failure, PublicError, type PublicResponse } from '../public-api/response.ts';
import { requestIdOf } from '../request-id.ts';
import { findRuntime } from '../runtime.ts';

const timeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT';

function errorOf(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return errors.headersTooLarge;
  return code === timeoutCode ? errors.requestTimeout : errors.malformedRequest;
}

interface ParseError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
}

/** An error in the envelope, or as the request asks for failures, under the id that it has. Logs it. */
export function errorResponse(
  error: PublicError,
  header: (name: string) => string | undefined,
): PublicResponse {
  const requestId = requestIdOf(header('x-request-id'));
  findRuntime()?.requests.record({ requestId, status: error.status });
  return failure(error, { requestId, accept: header('accept') });
}

/** The headers among bytes that are no request, as far as they can be read. */
function readHeaders(bytes: Buffer | undefined): (name: string) => string | undefined {
  const [head = ''] = bytes?.toString('latin1').split('\r\n\r\n', 1) ?? [];
  const lines = head.split('\r\n').map((line) => line.split(/:\s*/, 2));
  return (name) => lines.find(([sent]) => sent?.toLowerCase() === name)?.[1]?.trim();
}

function responseText({ status, headers, body }: PublicResponse): string {
  const all = { ...headers, Date: new Date().toUTCString(), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Answers what Node's parser refuses, and requests that arrive too slowly. A request that came
 * before on the same connection is answered first; its answer is then the last one.
 *
 * @returns the newest answer of each connection
 */
export function answerParseErrors(server: Server): WeakMap<Duplex, ServerResponse> {
  const latest = new WeakMap<Duplex, ServerResponse>();
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) {
    server.prependListener(event, (request, response) => latest.set(request.socket, response));
  }

  server.on('clientError', (error: ParseError, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();

    const isTimeout = error.code === timeoutCode;
    const bodyError = isTimeout ? errors.bodyTimeout : errors.malformedRequest;
    if (failBody(socket, new PublicError(bodyError))) return;

    const response = latest.get(socket);
    if (response && !response.writableFinished) {
      response.once('finish', () => socket.end());
    } else if (response && !response.req.complete) {
      // The rest of a body whose request has its answer.
      socket.destroy();
    } else {
      const answer = errorResponse(
        new PublicError(errorOf(error.code)),
        readHeaders(error.rawPacket),
      );
      socket.end(responseText(answer));
    }
  });

  return latest;
}
