import { withDeadline } from '#db/deadline.ts';
import { maxStreamsPerUser, sessionCheckIntervalMs, sessionCheckTimeoutMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import { serializeError } from '../safe-error.ts';
import { TooManyRequestsError } from '../services/errors.ts';

interface WatchedSession {
  sessionVersion: number;
  onEnd: () => void;
}

/** Session versions by user id; a user who no longer exists is missing. */
type ReadVersions = (userIds: string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * Ends streams whose session has ended, and bounds those of a user. One query a second for all
 * streams of a process, and none while there are no streams.
 */
export class SessionWatch {
  readonly #read: ReadVersions;
  readonly #log: Logger;
  /** By user. */
  readonly #watched = new Map<string, Set<WatchedSession>>();
  #isChecking = false;

  constructor(read: ReadVersions, log: Logger) {
    this.#read = read;
    this.#log = log;
  }

  /**
   * @returns how to stop it
   * @throws TooManyRequestsError
   */
  watch(
    { userId, sessionVersion }: { userId: string; sessionVersion: number },
    onEnd: () => void,
  ): () => void {
    const streams = this.#watched.get(userId) ?? new Set();
    if (streams.size >= maxStreamsPerUser)
      throw new TooManyRequestsError('Too many open screens', sessionCheckIntervalMs / 1_000);

    const watched = { sessionVersion, onEnd };
    this.#watched.set(userId, streams.add(watched));
    if (!this.#isChecking) void this.#check();

    return () => {
      streams.delete(watched);
      if (streams.size === 0 && this.#watched.get(userId) === streams) this.#watched.delete(userId);
    };
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
    const userIds = [...this.#watched.keys()];
    if (userIds.length === 0) return;

    const versions = await withDeadline(this.#read(userIds), sessionCheckTimeoutMs);
    for (const userId of userIds) {
      for (const { sessionVersion, onEnd } of this.#watched.get(userId) ?? [])
        if (versions.get(userId) !== sessionVersion) onEnd();
    }
  }
}
