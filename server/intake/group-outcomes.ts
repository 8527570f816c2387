import { transientCause } from '#db/errors.ts';
import { failedGroups, failedGroupsAgeMs } from '../limits.ts';

/** How the last groups of leads ended, for readiness. */
export class GroupOutcomes {
  #failed = 0;
  #lastFailed = 0;
  #cause = '';

  /** Counts a group. A refusal that is about its rows says nothing of the database. */
  async count<Result>(group: Promise<Result>): Promise<Result> {
    try {
      const result = await group;
      this.#failed = 0;
      return result;
    } catch (error) {
      const cause = transientCause(error);
      if (cause) {
        this.#failed += 1;
        this.#lastFailed = performance.now();
        this.#cause = cause;
      }
      throw error;
    }
  }

  /**
   * Why leads are refused at the moment, in words; undefined while they are stored. It is forgotten
   * after a while, because without requests no group can prove that the database is well again.
   */
  get failure(): string | undefined {
    const isRecent = performance.now() - this.#lastFailed < failedGroupsAgeMs;
    return this.#failed >= failedGroups && isRecent ? this.#cause : undefined;
  }
}
