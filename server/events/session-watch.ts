import { withDeadline } from '#db/deadline.ts';
import { maxStreamsPerUser, sessionCheckIntervalMs, sessionCheckTimeoutMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import { logFailure } from '../log-failure.ts';
import { TooManyRequestsError } from '../services/errors.ts';

interface WatchedSession {
  sessionId: string;
  onEnd: () => void;
}

/** Those of these sessions that have not ended. */
type ListLive = (sessionIds: string[]) => Promise<ReadonlySet<string>>;

/**
 * Ends streams whose session has ended, and bounds those of a user. One query a second for all
 * streams of a process, and none while there are no streams.
 */
export class SessionWatch {
  readonly #listLive: ListLive;
  readonly #log: Logger;
  /** By user. */
  readonly #watched = new Map<string, Set<WatchedSession>>();
  #isChecking = false;

  constructor(listLive: ListLive, log: Logger) {
    this.#listLive = listLive;
    this.#log = log;
  }

  /**
   * @returns how to stop it
   * @throws TooManyRequestsError
   */
  watch(
    { userId, sessionId }: { userId: string; sessionId: string },
    onEnd: () => void,
  ): () => void {
    const streams = this.#watched.get(userId) ?? new Set();
    if (streams.size >= maxStreamsPerUser)
      throw new TooManyRequestsError('Too many open screens', sessionCheckIntervalMs / 1_000);

    const watched = { sessionId, onEnd };
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
        logFailure(this.#log, 'sessions could not be checked', error);
      }
    }
    this.#isChecking = false;
  }

  async #endStale(): Promise<void> {
    const watched = [...this.#watched.values()].flatMap((streams) => [...streams]);
    const sessionIds = [...new Set(watched.map(({ sessionId }) => sessionId))];
    if (sessionIds.length === 0) return;

    const live = await withDeadline(this.#listLive(sessionIds), sessionCheckTimeoutMs);
    for (const { sessionId, onEnd } of watched) if (!live.has(sessionId)) onEnd();
  }
}
