import { describeFault } from '../fault.ts';
import type { Logger } from '../log.ts';
import { withDeadline } from './deadline.ts';

interface Watched {
  userId: string;
  sessionVersion: number;
  end: () => void;
}

/** Session versions by user id; a user who is gone is missing. */
type ReadVersions = (userIds: string[]) => Promise<ReadonlyMap<string, number>>;

/** Milliseconds between two looks. */
const interval = 1_000;
const lookDeadline = 5_000;

/**
 * Ends what outlives a request when its session has ended. One query a second for all of a process,
 * and none while there is nothing to watch.
 */
export class SessionWatch {
  readonly #read: ReadVersions;
  readonly #log: Logger;
  readonly #watched = new Set<Watched>();
  #isLooking = false;

  constructor(read: ReadVersions, log: Logger) {
    this.#read = read;
    this.#log = log;
  }

  /** @returns how to stop it */
  watch(session: Omit<Watched, 'end'>, end: () => void): () => void {
    const watched = { ...session, end };
    this.#watched.add(watched);
    if (!this.#isLooking) void this.#look();

    return () => void this.#watched.delete(watched);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#watched.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, interval).unref());
      try {
        await this.#endEnded();
      } catch (error) {
        this.#log.warn({ fault: describeFault(error) }, 'open sessions could not be looked at');
      }
    }
    this.#isLooking = false;
  }

  async #endEnded(): Promise<void> {
    const watched = [...this.#watched];
    const userIds = new Set(watched.map(({ userId }) => userId));
    if (userIds.size === 0) return;

    const versions = await withDeadline(this.#read([...userIds]), lookDeadline);
    for (const { userId, sessionVersion, end } of watched) {
      if (versions.get(userId) !== sessionVersion) end();
    }
  }
}
