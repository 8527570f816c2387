import type { BlockList, Socket } from 'node:net';
import { findRuntime } from '../runtime.ts';
import { answerPublicRequest } from './door.ts';
import type { PublicResponse } from './envelope.ts';
import { callerAddress, cameByHttps, readTarget } from './host.ts';
import { readWholeRequest } from './whole-request.ts';

/**
 * The public API in front of `node:http`, for what it takes by the thousand: plain creations of leads.
 *
 * @returns as `FastConnection` takes it. While we drain everything is for Node, which tells clients
 *   to leave
 */
export function answerFast(
  bytes: Buffer,
  socket: Socket,
  trusted: BlockList,
): Promise<PublicResponse> | number | undefined {
  const request = readWholeRequest(bytes);
  if (typeof request !== 'object') return request;

  const runtime = findRuntime();
  if (!runtime || runtime.draining) return undefined;

  const { path, headers, body } = request;
  const sent = { url: path, headers, rawHeaders: ['host', headers.host ?? ''], socket };
  return answerPublicRequest(runtime, {
    method: 'POST',
    path,
    host: readTarget(sent, trusted).host,
    address: () => callerAddress(sent, trusted),
    isSecure: () => cameByHttps(trusted, sent),
    header: (name) => headers[name],
    readBody: () => body,
  });
}
