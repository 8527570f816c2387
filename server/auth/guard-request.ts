/** The panel sends names and ids; nothing of it comes near this. */
const bodyLimit = 256 * 1_024;

interface Refusal {
  status: number;
  message: string;
}

const isFromElsewhere = (headers: Headers): boolean => {
  const origin = headers.get('origin');
  if (origin === null) return headers.get('sec-fetch-site') === 'cross-site';

  return URL.parse(origin)?.host !== headers.get('host')?.toLowerCase();
};

/**
 * Why a request with a session cookie is not even looked at: it was sent by another site's page, or
 * its body is larger than any of ours. Undefined when it may go on.
 */
export function refusalOf({ method, headers }: Request): Refusal | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (isFromElsewhere(headers)) return { status: 403, message: 'Cross-site requests are refused' };

  const length = headers.get('content-length');
  if (length === null || !/^\d+$/.test(length)) {
    return { status: 411, message: 'Content-Length is required' };
  }
  return Number(length) > bodyLimit
    ? { status: 413, message: 'Request body too large' }
    : undefined;
}
