import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { maxUserAgentLength } from '#db/values/limits.ts';
import { hopAddress, isLoopback, localCallerHeader } from '../caller-network.ts';

/** Peers whose forwarding headers count: addresses and CIDR ranges. */
export function trustList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** The other end of the connection; an IPv4 address as such, also on an IPv6 socket. */
const peerAddress = (request: IncomingMessage) =>
  hopAddress(request.socket.remoteAddress ?? '') ?? '';

const contains = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const isTrusted = (request: IncomingMessage, trusted: BlockList) =>
  contains(trusted, peerAddress(request));

/**
 * The caller's address: the last entry of `X-Forwarded-For` that no trusted proxy has, read from the
 * end. Entries before it, or before one that is no address, can be forged.
 */
export function callerAddress(request: IncomingMessage, trusted: BlockList): string {
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
  let caller = peerAddress(request);
  while (contains(trusted, caller)) {
    const hop = hopAddress(hops.pop() ?? '');
    if (!hop) break;
    caller = hop;
  }
  return caller;
}

/** What proxies say of a caller. A browser sends none of it. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Whether the caller is a program on this machine: it connects from an address of loopback, and no
 * proxy stands between, or a trusted one that names nothing but such addresses. `Host` says nothing
 * of that, since callers choose it.
 */
export function isLocal(request: IncomingMessage, trusted: BlockList): boolean {
  const { headers } = request;
  if (!isLoopback(peerAddress(request))) return false;
  if (!proxyHeaders.some((name) => headers[name] !== undefined)) return true;

  const hops = String(headers['x-forwarded-for'] ?? '').split(',');
  return isTrusted(request, trusted) && hops.every((hop) => isLoopback(hopAddress(hop) ?? ''));
}

/** Whether the caller speaks https, as a trusted peer says: this server itself never does. */
export const isHttps = (request: IncomingMessage, trusted: BlockList): boolean =>
  request.headers['x-forwarded-proto'] === 'https' && isTrusted(request, trusted);

const authorityOfAbsolute = /^https?:\/\/([^/?#]*)/i;

export interface Target {
  /** Host that was called, port and all; empty when it is missing or ambiguous. */
  host: string;
  /** Path and query as sent. */
  url: string;
  /** The same without the query. */
  path: string;
}

/**
 * The one host of request line and `Host` headers, empty when they differ. Node itself keeps the
 * first of several headers and drops the others.
 */
function calledHost({ rawHeaders }: IncomingMessage, authority: string | undefined): string {
  let host = authority?.toLowerCase();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;

    const sent = rawHeaders[index + 1]?.toLowerCase();
    if (host !== undefined && host !== sent) return '';
    host = sent;
  }
  return host ?? '';
}

/** What was called, by request line, `Host`, and `X-Forwarded-Host` where the peer is trusted. */
export function readTarget(request: IncomingMessage, trusted: BlockList): Target {
  const sent = request.url ?? '/';
  const [start = '', authority] = authorityOfAbsolute.exec(sent) ?? [];
  const url = sent.slice(start.length) || '/';
  const [path = ''] = url.split('?', 1);
  const forwarded = request.headers['x-forwarded-host'];
  if (forwarded !== undefined && isTrusted(request, trusted))
    return { host: String(forwarded).split(',')[0]?.trim() ?? '', url, path };

  return { host: calledHost(request, authority), url, path };
}

/** Tells a layout the address, so that a sign-in leads back to it. */
const pathHeader = 'x-leadgate-path';

/**
 * Rewrites the forwarding headers to verified values, because next-auth and the sign-in throttle
 * believe them: those of a peer that is not trusted are dropped. Cuts a long `User-Agent`.
 */
export function normalizeHeaders(
  request: IncomingMessage,
  { host, url }: Target,
  trusted: BlockList,
): void {
  const { headers } = request;
  const proto = isHttps(request, trusted) ? 'https' : 'http';
  const local = isLocal(request, trusted) ? '1' : '0';

  delete headers.forwarded;
  delete headers['x-forwarded-port'];
  headers['x-forwarded-for'] = callerAddress(request, trusted);
  headers['x-forwarded-proto'] = proto;
  headers['x-forwarded-host'] = host;
  headers.host = host;
  headers[localCallerHeader] = local;
  headers[pathHeader] = url;
  const { 'user-agent': userAgent } = headers;
  if (userAgent !== undefined) headers['user-agent'] = userAgent.slice(0, maxUserAgentLength);
}
