import { maxPanelBodyBytes } from '../limits.ts';
import { isHttps } from './cookies.ts';

interface Refusal {
  status: number;
  message: string;
}

/**
 * The scheme counts: anyone on the network can forge a page over http. A page over https is accepted
 * also where the request seems to be http, because a proxy that is not trusted cannot tell.
 */
const isCrossSite = (headers: Headers): boolean => {
  const origin = headers.get('origin');
  if (origin === null) return headers.get('sec-fetch-site') === 'cross-site';

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
  if (isCrossSite(headers)) return { status: 403, message: 'Cross-site requests are refused' };

  const length = headers.get('content-length');
  if (length === null || !/^\d+$/.test(length)) {
    return { status: 411, message: 'Content-Length is required' };
  }
  return Number(length) > maxPanelBodyBytes
    ? { status: 413, message: 'Request body too large' }
    : undefined;
}
