import { LRUCache } from 'lru-cache';

/** So many failed keys a minute of one address. */
const allowed = 30;
const minute = 60_000;
const each = minute / allowed;
const maxAddresses = 100_000;

/**
 * Failed keys of each address in this process, none remembered one by one: a moment that every
 * failure puts off by two seconds (the generic cell rate algorithm), so that no edge of a window
 * gives twice as many.
 */
export class FailedKeys {
  readonly #blockedUntil = new LRUCache<string, number>({ max: maxAddresses });
  #latest = 0;

  /** Whether no address at all has to wait. */
  get isQuiet(): boolean {
    return this.#latest <= performance.now();
  }

  note(address: string): void {
    const unblocked = performance.now() - minute + each;
    const until = Math.max(unblocked, this.#blockedUntil.get(address) ?? unblocked) + each;
    this.#blockedUntil.set(address, until);
    this.#latest = Math.max(this.#latest, until);
  }

  /** Seconds until a key of the address is looked at again; 0: now. */
  blockedFor(address: string): number {
    const wait = (this.#blockedUntil.peek(address) ?? 0) - performance.now();
    return Math.max(Math.ceil(wait / 1_000), 0);
  }
}
