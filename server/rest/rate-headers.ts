import type { RateVerdict } from '../intake/rate-limiter.ts';

/**
 * As in https://www.ietf.org/archive/id/draft-ietf-httpapi-ratelimit-headers-10.html: the policy is
 * the burst of the key and the seconds in which it fills, the state what is left of it and the
 * seconds until it is full.
 */
export function rateHeaders({ rate, remaining }: RateVerdict): Record<string, string> {
  const { limit, burst } = rate;
  const window = Math.ceil(burst / limit);
  const reset = Math.ceil((burst - remaining) / limit);

  return {
    'ratelimit-policy': `"key";q=${burst};w=${window}`,
    ratelimit: `"key";r=${remaining};t=${reset}`,
  };
}
