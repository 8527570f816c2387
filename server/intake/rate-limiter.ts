import { LRUCache } from 'lru-cache';
import {
  emptyBucketPauseMs,
  leaseForMs,
  leaseLifetimeMs,
  leaseRetryMs,
  leaseTimeoutMs,
  maxCachedKeys,
  stuckLeaseMs,
} from '../limits.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { withDeadline } from './deadline.ts';
import type { Lease, LeaseRequest, Rate } from './token-leases.ts';

/** What the rate of a key says to one request. */
export interface RateVerdict {
  isAllowed: boolean;
  rate: Rate;
  /** Requests that the key has left at once, as far as this process knows. */
  remaining: number;
  /** Seconds, from 1, after which another try may be allowed. */
  retryAfter: number;
}

/** Tokens that fill with time. */
class Tokens {
  readonly #amount: number;
  readonly #at: number;

  constructor(amount: number, at: number) {
    this.#amount = amount;
    this.#at = at;
  }

  /** How many there are now. */
  count({ limit, burst }: Rate, now: number): number {
    return Math.min(burst, this.#amount + (limit * (now - this.#at)) / 1_000);
  }
}

/** How many tokens a key spends in `leaseForMs`. */
class Spending {
  #current = 0;
  #previous = 0;
  #since = 0;

  get recent(): number {
    return Math.max(this.#current, this.#previous);
  }

  add(now: number): void {
    const elapsed = now - this.#since;
    if (elapsed > leaseForMs) {
      this.#previous = elapsed > 2 * leaseForMs ? 0 : this.#current;
      this.#current = 0;
      this.#since = now;
    }
    this.#current += 1;
  }
}

/** One key in this process: what it has leased, and who waits for the next lease. */
class KeyRate {
  readonly apiKeyId: string;
  rate: Rate;
  /** Whether a lease is requested. */
  isRequested = false;
  readonly #companyId: string;
  readonly #spending = new Spending();
  #leased = 0;
  #leasedAt = 0;
  /** What the bucket in the database holds, as far as is known: a full burst before the first lease. */
  #shared = new Tokens(Number.POSITIVE_INFINITY, 0);
  #emptyUntil = 0;
  /** The same without what was spent while the database did not answer, which is owed to it. */
  #fallback: Tokens | undefined;
  #waiting: ((verdict: RateVerdict) => void)[] = [];

  constructor({ companyId, apiKeyId }: ApiKeyActor, rate: Rate) {
    this.#companyId = companyId;
    this.apiKeyId = apiKeyId;
    this.rate = rate;
  }

  /** Takes a leased token; refuses while the bucket is empty; `undefined` when a lease is needed. */
  take(now: number): RateVerdict | undefined {
    if (now - this.#leasedAt > leaseLifetimeMs) this.#leased = 0;
    if (this.#leased >= 1) return this.#spend(now);

    return now < this.#emptyUntil ? this.#verdict(false, now) : undefined;
  }

  takeFallback(now: number): RateVerdict {
    const tokens = this.#left(now);
    const isAllowed = tokens >= 1;
    if (isAllowed) this.#fallback = new Tokens(tokens - 1, now);
    return this.#verdict(isAllowed, now);
  }

  /** Whether the next lease should be requested although there are tokens left. */
  isRunningLow(now: number): boolean {
    return this.#leased < this.#usualSpending / 2 && now >= this.#emptyUntil;
  }

  wait(): Promise<RateVerdict> {
    const { promise, resolve } = Promise.withResolvers<RateVerdict>();
    this.#waiting.push(resolve);
    return promise;
  }

  leaseRequest(now: number): LeaseRequest {
    return {
      companyId: this.#companyId,
      apiKeyId: this.apiKeyId,
      rate: this.rate,
      tokens: Math.max(1, this.#waiting.length + this.#usualSpending),
      owed: this.#owed(now),
    };
  }

  /**
   * Adds what was granted and answers those that wait for it. What was spent since a late lease was
   * requested is paid from that first.
   *
   * @param paid what was owed when the lease was requested
   * @returns whether some still wait, because they came after the lease was requested
   */
  receive({ granted, left }: Pick<Lease, 'granted' | 'left'>, paid: number, now: number): boolean {
    const owed = Math.max(0, this.#owed(now) - paid);
    const kept = Math.max(0, granted - owed);
    const unpaid = owed - (granted - kept);
    this.#leased += kept;
    this.#leasedAt = now;
    this.#shared = new Tokens(left, now);
    this.#fallback = unpaid > 0 ? new Tokens(left - unpaid, now) : undefined;
    if (left < 1) {
      const fillsInMs = ((1 - left) / this.rate.limit) * 1_000;
      this.#emptyUntil = now + Math.max(fillsInMs, emptyBucketPauseMs);
    }

    const waiting = this.#waiting.splice(0);
    for (const [place, resolve] of waiting.entries()) {
      const verdict = this.take(now);
      if (!verdict) {
        this.#waiting = waiting.slice(place);
        return true;
      }
      resolve(verdict);
    }
    return false;
  }

  /** Lets the fallback decide for those that wait. */
  fail(now: number): void {
    for (const resolve of this.#waiting.splice(0)) resolve(this.takeFallback(now));
  }

  /** What the bucket holds for this process. */
  #left(now: number): number {
    return (this.#fallback ?? this.#shared).count(this.rate, now);
  }

  #owed(now: number): number {
    return this.#shared.count(this.rate, now) - this.#left(now);
  }

  /** No more than the rate allows. */
  get #usualSpending(): number {
    const most = Math.ceil((this.rate.limit * leaseForMs) / 1_000);
    return Math.min(most, this.#spending.recent);
  }

  #spend(now: number): RateVerdict {
    this.#spending.add(now);
    this.#leased -= 1;
    return this.#verdict(true, now);
  }

  #verdict(isAllowed: boolean, now: number): RateVerdict {
    const { rate } = this;
    const tokens = this.#leased + this.#left(now);
    const waitSeconds = isAllowed ? 0 : Math.max((1 - tokens) / rate.limit, 0);
    return {
      isAllowed,
      rate,
      remaining: isAllowed ? Math.max(0, Math.min(rate.burst - 1, Math.floor(tokens))) : 0,
      retryAfter: Math.max(1, Math.ceil(waitSeconds)),
    };
  }
}

/**
 * Keeps each key to its rate, over all processes: tokens are leased in small blocks from one row of
 * the database, spent in memory, and requested before they run out. While leases fail, each process
 * keeps the rate by itself.
 */
export class RateLimiter {
  readonly #defaults: Rate;
  readonly #lease: (requests: readonly LeaseRequest[]) => Promise<readonly Lease[]>;
  readonly #keys = new LRUCache<string, KeyRate>({ max: maxCachedKeys });
  readonly #requested = new Set<KeyRate>();
  #isLeasing = false;
  #fallbackUntil = 0;

  /** @param defaults of keys without a rate of their own; a limit of 0 lets everything through */
  constructor(
    defaults: Rate,
    lease: (requests: readonly LeaseRequest[]) => Promise<readonly Lease[]>,
  ) {
    this.#defaults = defaults;
    this.#lease = lease;
  }

  /** Requests a second that a key is limited to; 0 without a limit. */
  limitOf({ rateLimit }: Pick<ApiKeyActor, 'rateLimit'>): number {
    return rateLimit ?? this.#defaults.limit;
  }

  /** Takes one token. `undefined` for a key without a limit. */
  take(actor: ApiKeyActor): RateVerdict | Promise<RateVerdict> | undefined {
    const limit = this.limitOf(actor);
    if (limit === 0) return undefined;

    const key = this.#keyOf(actor, limit);
    const now = performance.now();
    const verdict = key.take(now);
    if (verdict) {
      if (verdict.isAllowed && key.isRunningLow(now)) this.#request(key);
      return verdict;
    }
    if (now < this.#fallbackUntil) return key.takeFallback(now);

    const waiting = key.wait();
    this.#request(key);
    return waiting;
  }

  #keyOf(actor: ApiKeyActor, limit: number): KeyRate {
    const burst = actor.rateLimit === null ? this.#defaults.burst : 2 * limit;
    let key = this.#keys.get(actor.apiKeyId);
    if (!key) {
      key = new KeyRate(actor, { limit, burst });
      this.#keys.set(actor.apiKeyId, key);
    } else if (key.rate.limit !== limit || key.rate.burst !== burst) {
      key.rate = { limit, burst };
    }
    return key;
  }

  /** Requests of one turn of the event loop are one statement, and one is under way at a time. */
  #request(key: KeyRate): void {
    if (key.isRequested) return;

    key.isRequested = true;
    this.#requested.add(key);
    if (!this.#isLeasing) {
      this.#isLeasing = true;
      setImmediate(() => this.#leaseAll());
    }
  }

  async #leaseAll(): Promise<void> {
    while (this.#requested.size > 0) {
      const keys = [...this.#requested];
      this.#requested.clear();
      const now = performance.now();
      const requests = new Map(keys.map((key) => [key, key.leaseRequest(now)]));
      const leasing = this.#lease([...requests.values()]);
      try {
        this.#receive(requests, await withDeadline(leasing, leaseTimeoutMs));
      } catch {
        this.#fail(keys);
        // A second lease must not hang beside this one, whose tokens have left the bucket.
        await withDeadline(leasing, stuckLeaseMs).then(
          (leases) => this.#receive(requests, leases),
          () => {},
        );
        this.#fallbackUntil = performance.now() + leaseRetryMs;
      }
    }
    this.#isLeasing = false;
  }

  #receive(requests: ReadonlyMap<KeyRate, LeaseRequest>, leases: readonly Lease[]): void {
    const now = performance.now();
    const byKey = new Map(leases.map((lease) => [lease.apiKeyId, lease]));
    for (const [key, { owed }] of requests) {
      key.isRequested = this.#requested.has(key);
      const lease = byKey.get(key.apiKeyId) ?? { granted: 0, left: 0 };
      if (key.receive(lease, owed, now)) this.#request(key);
    }
  }

  #fail(keys: readonly KeyRate[]): void {
    const now = performance.now();
    this.#fallbackUntil = Number.POSITIVE_INFINITY;
    const others = [...this.#requested];
    this.#requested.clear();
    for (const key of [...keys, ...others]) {
      key.isRequested = false;
      key.fail(now);
    }
  }
}
