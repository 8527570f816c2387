import { transientCause } from '#db/errors.ts';
import { failedLeads, failedLeadsAgeMs, failuresOfGroupMs } from '../limits.ts';

/** It is refused because of how many come, not because leads cannot be stored. */
const isOverload = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'OVERLOADED';

/**
 * How the last leads ended, for readiness. Every fault of the service counts, whatever its cause: a
 * schema or a right that does not fit fails leads as surely as a full disk.
 */
export class LeadOutcomes {
  #failed = 0;
  #lastCounted = Number.NEGATIVE_INFINITY;
  #lastFailed = 0;
  #cause = '';

  /** Counts leads that the database has taken or refused as it should. */
  succeed(): void {
    this.#failed = 0;
  }

  /** Counts a lead that was answered with 500 or 503. Leads of one group fail together, and count once. */
  fail(error: unknown): void {
    if (isOverload(error)) return;

    const now = performance.now();
    this.#lastFailed = now;
    this.#cause = transientCause(error) ?? 'leads fail, see the log';
    if (this.#failed > 0 && now - this.#lastCounted < failuresOfGroupMs) return;
    this.#failed += 1;
    this.#lastCounted = now;
  }

  /**
   * Why leads are refused at the moment, in words; undefined while they are stored. It is forgotten
   * after a while, because without requests none can prove that all is well again.
   */
  get failure(): string | undefined {
    const isRecent = performance.now() - this.#lastFailed < failedLeadsAgeMs;
    return this.#failed >= failedLeads && isRecent ? this.#cause : undefined;
  }
}
