import { LRUCache } from 'lru-cache';
import type { ApiKeyActor } from '../services/actor.ts';
import { withDeadline } from './deadline.ts';
import type { Lease, Rate, Wish } from './token-leases.ts';

/** What the rate of a key says to one request. */
export interface RateVerdict {
  isAllowed: boolean;
  rate: Rate;
  /** Requests that the key has left at once, as far as this process knows. */
  remaining: number;
  /** Seconds, from 1, after which another try may be allowed. */
  retryAfter: number;
}

type Lend = (wishes: readonly Wish[]) => Promise<readonly Lease[]>;

const maxKeys = 50_000;
/** Milliseconds. */
const patience = 250;
const longest = 10_000;
const pauseAfterFailure = 1_000;
/** The least time between two questions about an empty bucket. */
const pauseWhenEmpty = 20;
/** A lease is asked for as large as what was spent in this time, and lost after `keep`. */
const look = 100;
const keep = 2_000;

/** Tokens that fill with time: what is lent here, or what stands in while nobody lends. */
class Tokens {
  amount: number;
  at: number;

  constructor(amount: number, at: number) {
    this.amount = amount;
    this.at = at;
  }

  /** What it holds after filling since. */
  filled({ limit, burst }: Rate, now: number): number {
    return Math.min(burst, this.amount + (limit * (now - this.at)) / 1_000);
  }
}

/** One key in this process. */
class Key {
  readonly companyId: string;
  readonly apiKeyId: string;
  rate: Rate;
  /** Leased and not yet spent. */
  tokens = 0;
  leasedAt = 0;
  /** What the bucket in the database held after the last lease. */
  left = new Tokens(0, 0);
  emptyUntil = 0;
  /** In place of the bucket while the database does not answer. */
  local: Tokens | undefined;
  isAsking = false;
  waiting: ((verdict: RateVerdict) => void)[] = [];
  #spent = 0;
  #spentBefore = 0;
  #since = 0;

  constructor({ companyId, apiKeyId }: ApiKeyActor, rate: Rate) {
    this.companyId = companyId;
    this.apiKeyId = apiKeyId;
    this.rate = rate;
  }

  /** About as many as are spent in a tenth of a second, and no more than the rate allows then. */
  get pace(): number {
    const most = Math.ceil((this.rate.limit * look) / 1_000);
    return Math.min(most, Math.max(this.#spent, this.#spentBefore));
  }

  spend(now: number): void {
    if (now - this.#since > look) {
      this.#spentBefore = now - this.#since > 2 * look ? 0 : this.#spent;
      this.#spent = 0;
      this.#since = now;
    }
    this.#spent += 1;
    this.tokens -= 1;
  }

  verdict(isAllowed: boolean, now: number): RateVerdict {
    const { rate } = this;
    const there = this.tokens + this.left.filled(rate, now);
    const wait = isAllowed ? 0 : Math.max((1 - there) / rate.limit, 0);
    return {
      isAllowed,
      rate,
      remaining: isAllowed ? Math.max(0, Math.min(rate.burst - 1, Math.floor(there))) : 0,
      retryAfter: Math.max(1, Math.ceil(wait)),
    };
  }
}

/**
 * Keeps each key to its rate, over all processes: tokens are leased in small blocks from one row of
 * the database, spent in memory, and asked for before they run out. While nobody lends, each process
 * keeps the rate by itself.
 */
export class RateLimiter {
  readonly #defaults: Rate;
  readonly #lend: Lend;
  readonly #keys = new LRUCache<string, Key>({ max: maxKeys });
  #wishing = new Set<Key>();
  #isLending = false;
  #failedUntil = 0;

  /** @param defaults of keys without a rate of their own; a limit of 0 lets everything through */
  constructor(defaults: Rate, lend: Lend) {
    this.#defaults = defaults;
    this.#lend = lend;
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
    if (now - key.leasedAt > keep) key.tokens = 0;
    if (key.tokens >= 1) {
      key.spend(now);
      if (key.tokens < key.pace / 2 && now >= key.emptyUntil) this.#ask(key);
      return key.verdict(true, now);
    }
    if (now < key.emptyUntil) return key.verdict(false, now);
    if (now < this.#failedUntil) return this.#takeLocally(key, now);

    return new Promise((resolve) => {
      key.waiting.push(resolve);
      this.#ask(key);
    });
  }

  #keyOf(actor: ApiKeyActor, limit: number): Key {
    const burst = actor.rateLimit === null ? this.#defaults.burst : 2 * limit;
    let key = this.#keys.get(actor.apiKeyId);
    if (!key) {
      key = new Key(actor, { limit, burst });
      this.#keys.set(actor.apiKeyId, key);
    } else if (key.rate.limit !== limit || key.rate.burst !== burst) {
      key.rate = { limit, burst };
    }
    return key;
  }

  #takeLocally(key: Key, now: number): RateVerdict {
    const held = key.local?.filled(key.rate, now) ?? key.rate.burst;
    const isAllowed = held >= 1;
    key.local = new Tokens(isAllowed ? held - 1 : held, now);
    key.left = key.local;
    return key.verdict(isAllowed, now);
  }

  /** All that ask in one turn of the event loop are one statement, and one is under way at a time. */
  #ask(key: Key): void {
    if (key.isAsking) return;

    key.isAsking = true;
    this.#wishing.add(key);
    if (!this.#isLending) {
      this.#isLending = true;
      setImmediate(() => this.#lendAll());
    }
  }

  async #lendAll(): Promise<void> {
    while (this.#wishing.size > 0) {
      const keys = [...this.#wishing];
      this.#wishing = new Set();
      const lending = this.#lend(
        keys.map(({ companyId, apiKeyId, rate, pace, waiting }) => ({
          companyId,
          apiKeyId,
          rate,
          tokens: Math.max(1, waiting.length + pace),
        })),
      );
      try {
        this.#receive(keys, await withDeadline(lending, patience));
      } catch {
        this.#standIn(keys);
        // What hangs holds its connection: another one must not hang beside it.
        await withDeadline(lending, longest).catch(() => {});
        this.#failedUntil = performance.now() + pauseAfterFailure;
      }
    }
    this.#isLending = false;
  }

  #receive(keys: readonly Key[], leases: readonly Lease[]): void {
    const now = performance.now();
    const byKey = new Map(leases.map((lease) => [lease.apiKeyId, lease]));
    for (const key of keys) {
      const { granted = 0, left = 0 } = byKey.get(key.apiKeyId) ?? {};
      key.isAsking = false;
      key.local = undefined;
      key.tokens += granted;
      key.leasedAt = now;
      key.left = new Tokens(left, now);
      if (left < 1) {
        key.emptyUntil = now + Math.max(((1 - left) / key.rate.limit) * 1_000, pauseWhenEmpty);
      }
      this.#answer(key, now);
    }
  }

  /** Those that came after the question was put wait for the next one, unless that is of no use. */
  #answer(key: Key, now: number): void {
    const waiting = key.waiting.splice(0);
    for (const [place, resolve] of waiting.entries()) {
      if (key.tokens < 1 && now >= key.emptyUntil) {
        key.waiting = waiting.slice(place);
        this.#ask(key);
        return;
      }
      const isAllowed = key.tokens >= 1;
      if (isAllowed) key.spend(now);
      resolve(key.verdict(isAllowed, now));
    }
  }

  #standIn(keys: readonly Key[]): void {
    const now = performance.now();
    this.#failedUntil = Number.POSITIVE_INFINITY;
    const others = [...this.#wishing];
    this.#wishing.clear();
    for (const key of [...keys, ...others]) {
      key.isAsking = false;
      for (const resolve of key.waiting.splice(0)) resolve(this.#takeLocally(key, now));
    }
  }
}
