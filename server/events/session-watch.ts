import { withDeadline } from '#db/deadline.ts';
import { sessionCheckIntervalMs, sessionCheckTimeoutMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import { serializeError } from '../safe-error.ts';

interface WatchedSession {
  userId: string;
  sessionVersion: number;
  onEnd: () => void;
}

/** Session versions by user id; a user who no longer exists is missing. */
type ReadVersions = (userIds: string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * Ends streams whose session has ended. One query a second for all streams of a process, and none
 * while there are no streams.
 */
export class SessionWatch {
  readonly #read: ReadVersions;
  readonly #log: Logger;
  readonly #watched = new Set<WatchedSession>();
  #isChecking = false;

  constructor(read: ReadVersions, log: Logger) {
    this.#read = read;
    this.#log = log;
  }

  /** @returns how to stop it */
  watch(session: Omit<WatchedSession, 'onEnd'>, onEnd: () => void): () => void {
    const watched = { ...session, onEnd };
    this.#watched.add(watched);
    if (!this.#isChecking) void this.#check();

    return () => void this.#watched.delete(watched);
  }

  async #check(): Promise<void> {
    this.#isChecking = true;
    while (this.#watched.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, sessionCheckIntervalMs).unref());
      try {
        await this.#endStale();
      } catch (error) {
        this.#log.warn({ fault: serializeError(error) }, 'sessions could not be checked');
      }
    }
    this.#isChecking = false;
  }

  async #endStale(): Promise<void> {
    const watched = [...this.#watched];
    const userIds = new Set(watched.map(({ userId }) => userId));
    if (userIds.size === 0) return;

    const versions = await withDeadline(this.#read([...userIds]), sessionCheckTimeoutMs);
    for (const { userId, sessionVersion, onEnd } of watched) {
      if (versions.get(userId) !== sessionVersion) onEnd();
    }
  }
}
