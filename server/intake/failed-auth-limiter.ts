import { LRUCache } from 'lru-cache';
import { failedKeysPerMinute, maxFailedAuthAddresses } from '../limits.ts';

const minuteMs = 60_000;
const perFailureMs = minuteMs / failedKeysPerMinute;

/**
 * Limits failed keys of each address in this process by the generic cell rate algorithm: each
 * failure puts the next allowed moment off by two seconds, so that the edge of a window cannot give
 * twice as many.
 */
export class FailedAuthLimiter {
  readonly #blockedUntil = new LRUCache<string, number>({ max: maxFailedAuthAddresses });
  #latest = 0;

  /** Whether no address is blocked. */
  get isIdle(): boolean {
    return this.#latest <= performance.now();
  }

  record(address: string): void {
    const unblocked = performance.now() - minuteMs + perFailureMs;
    const until = Math.max(unblocked, this.#blockedUntil.get(address) ?? unblocked) + perFailureMs;
    this.#blockedUntil.set(address, until);
    this.#latest = Math.max(this.#latest, until);
  }

  /** Seconds until a key of the address is checked again; 0: now. */
  retryAfter(address: string): number {
    const waitMs = (this.#blockedUntil.peek(address) ?? 0) - performance.now();
    return Math.max(Math.ceil(waitMs / 1_000), 0);
  }
}
