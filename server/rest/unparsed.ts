import type { Server } from 'node:http';
import { requestIdOf } from '../api/request-id.ts';
import { answerText } from './answer-text.ts';
import { complete, failure, type PublicResponse } from './envelope.ts';
import { answersItself } from './node-door.ts';
import { asAsked } from './problem.ts';

const tooLate = 'ERR_HTTP_REQUEST_TIMEOUT';
const refusals: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request headers must not exceed 16 KiB'],
  [tooLate]: [408, 'Request took too long'],
};

type Asking = Parameters<typeof asAsked>[1];

/** In the envelope, or as the request asks for failures, under the name that it has. */
export function asRefused(response: PublicResponse, request: Asking): PublicResponse {
  const requestId = requestIdOf(request.header('x-request-id'));
  return complete(asAsked(response, request, requestId), requestId);
}

/** The headers among bytes that are no request. */
function asFarAsKnown(bytes: Buffer | undefined): Asking {
  const [head = ''] = bytes?.toString('latin1').split('\r\n\r\n', 1) ?? [];
  const lines = head.split('\r\n').map((line) => line.split(/:\s*/, 2));
  return { header: (name) => lines.find(([sent]) => sent?.toLowerCase() === name)?.[1]?.trim() };
}

/**
 * The answer to what never became a request.
 *
 * @param bytes of it, as far as they are known
 * @param code of Node's parser
 */
export function refuseUnparsed(bytes: Buffer | undefined, code = ''): PublicResponse {
  const [status, message] = refusals[code] ?? [400, 'Malformed HTTP request'];
  return asRefused(failure(status, message), asFarAsKnown(bytes));
}

interface ParseError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
}

/** What Node's parser refuses never becomes a request; it still gets an answer of ours. */
export function answerUnparsed(server: Server): void {
  server.on('clientError', (error: ParseError, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();

    if (answersItself(socket, error.code === tooLate ? 'late' : 'broken')) return;

    socket.end(answerText(refuseUnparsed(error.rawPacket, error.code), 0));
  });
}
