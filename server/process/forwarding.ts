import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { callerAddress, cameByHttps, type Target } from '../rest/host.ts';

/** Tells a layout the address, so that a sign-in leads back to it. */
const pathHeader = 'x-leadgate-path';

/**
 * Rewrites the forwarding headers to what we know, because next-auth and the sign-in throttle
 * believe them: those of a peer that is not trusted are dropped.
 */
export function settleForwarding(
  request: IncomingMessage,
  { host, url }: Target,
  trusted: BlockList,
): void {
  const { headers } = request;
  const proto = cameByHttps(trusted, request) ? 'https' : 'http';

  delete headers.forwarded;
  delete headers['x-forwarded-port'];
  headers['x-forwarded-for'] = callerAddress(request, trusted);
  headers['x-forwarded-proto'] = proto;
  headers['x-forwarded-host'] = host;
  headers.host = host;
  headers[pathHeader] = url;
}
