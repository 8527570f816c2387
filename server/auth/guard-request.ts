import { maxPanelBodyBytes } from '../limits.ts';

interface Refusal {
  status: number;
  message: string;
}

const isCrossSite = (headers: Headers): boolean => {
  const origin = headers.get('origin');
  if (origin === null) return headers.get('sec-fetch-site') === 'cross-site';

  return URL.parse(origin)?.host !== headers.get('host')?.toLowerCase();
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
