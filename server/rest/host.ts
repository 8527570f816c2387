import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** What of a request tells who sent it to whom; `node:http` has all of it. */
export interface SentRequest {
  url?: string | undefined;
  headers: IncomingHttpHeaders;
  rawHeaders: readonly string[];
  socket: { readonly remoteAddress?: string | undefined };
}

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
export function peerAddress(request: SentRequest): string {
  return request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
}

const holds = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

export const isTrusted = (list: BlockList, request: SentRequest): boolean =>
  holds(list, peerAddress(request));

/**
 * Who sent the request: the first of those that trusted proxies say they had it from, counted from
 * us, who is no trusted proxy. What is written before that one anybody may have written.
 */
export function callerAddress(request: SentRequest, trusted: BlockList): string {
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
  let caller = peerAddress(request);
  while (hops.length > 0 && holds(trusted, caller)) caller = hops.pop()?.trim() || caller;
  return caller;
}

/** Whether the caller speaks https, by the word of a trusted peer: this server itself never does. */
export function cameByHttps(list: BlockList, request: SentRequest): boolean {
  return request.headers['x-forwarded-proto'] === 'https' && isTrusted(list, request);
}

const absoluteForm = /^https?:\/\/([^/?#]*)([\s\S]*)$/i;

export interface Target {
  /** Host that was called, port and all; empty when it is missing or said twice in two ways. */
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
function calledHost({ rawHeaders }: SentRequest, authority: string | undefined): string {
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

/** Who was called, by request line, `Host`, and `X-Forwarded-Host` where the peer is trusted. */
export function readTarget(request: SentRequest, trusted: BlockList): Target {
  const sent = request.url ?? '/';
  const [, authority, rest] = sent.startsWith('/') ? [] : (absoluteForm.exec(sent) ?? []);
  const url = authority === undefined ? sent : rest || '/';
  const [path = ''] = url.split('?', 1);
  const forwarded = request.headers['x-forwarded-host'];
  if (forwarded !== undefined && isTrusted(trusted, request))
    return { host: String(forwarded).split(',')[0]?.trim() ?? '', url, path };

  return { host: calledHost(request, authority), url, path };
}
