import { STATUS_CODES } from 'node:http';
import type { PublicResponse } from './envelope.ts';

export const problemType = 'application/problem+json';

const quotedText = /"(?:[^"\\]|\\.)*"?/g;

/** Weight of a media type that an `Accept` header names, 0 when it does not; what is no number counts as 0. */
function weightOf(ranges: readonly string[][], type: string): number {
  const range = ranges.find(([name]) => name === type);
  if (!range) return 0;

  const given = range.find((parameter) => /^q\s*=/.test(parameter));
  const weight = given === undefined ? 1 : Number(given.split('=')[1]);
  return weight > 0 && weight <= 1 ? weight : 0;
}

/**
 * Whether a caller names `application/problem+json` (RFC 9110, 12.5.1) and would not rather have
 * `application/json`. Wildcards ask for nothing new.
 */
export function asksForProblem(accept: string | undefined): boolean {
  if (!accept) return false;

  const ranges = accept
    .replace(quotedText, '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()));
  const wanted = weightOf(ranges, problemType);
  return wanted > 0 && wanted >= weightOf(ranges, 'application/json');
}

/**
 * A failure as RFC 9457 for those who ask for it; every other answer as it stands.
 *
 * @param request whose `Accept` header is looked at for failures alone
 */
export function asAsked(
  response: PublicResponse,
  request: { header(name: string): string | undefined },
  requestId: string,
): PublicResponse {
  if (!response.refusal || !asksForProblem(request.header('accept'))) return response;

  const { status, headers, refusal } = response;
  const problem = {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail: refusal.error,
    requestId,
    issues: refusal.issues,
  };
  return {
    status,
    headers: { ...headers, 'content-type': problemType },
    body: JSON.stringify(problem),
  };
}
