import { maxPanelBodyBytes } from '../limits.ts';
import { isHttps } from './cookies.ts';

interface Refusal {
  status: number;
  message: string;
}

/** A browser says `none` for an address that was typed or a bookmark. Over plain http it says nothing. */
const otherSites = new Set<string | null>(['cross-site', 'same-site']);

/**
 * Whether a page of another origin sends the request. The scheme counts: anyone on the network can
 * forge a page over http. A page over https is accepted also where the request seems to be http,
 * because a proxy that is not trusted cannot tell.
 */
export const isFromElsewhere = (headers: Headers): boolean => {
  const origin = headers.get('origin');
  if (origin === null) return otherSites.has(headers.get('sec-fetch-site'));

  const schemes = isHttps(headers) ? ['https'] : ['https', 'http'];
  const own = schemes.map((scheme) => URL.parse(`${scheme}://${headers.get('host')}`)?.origin);
  return !own.includes(URL.parse(origin)?.origin ?? 'none');
};

/**
 * Refuses requests to the panel before they are read: from the page of another site, or with a body
 * above the limit. Undefined when the request may continue.
 */
export function refusalOf({ method, headers }: Request): Refusal | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (isFromElsewhere(headers)) return { status: 403, message: 'Cross-site requests are refused' };

  const length = headers.get('content-length');
  if (length === null || !/^\d+$/.test(length)) {
    return { status: 411, message: 'Content-Length is required' };
  }
  return Number(length) > maxPanelBodyBytes
    ? { status: 413, message: 'Request body too large' }
    : undefined;
}
