import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { callerAddress, cameByHttps, type Target } from '../rest/host.ts';

/** Carries the address to the layouts, so that a sign-in leads back to it. */
const pathHeader = 'x-leadgate-path';

/**
 * Sets the forwarding headers, which next-auth and the sign-in throttle trust, to checked values.
 * Those of untrusted peers are dropped.
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
