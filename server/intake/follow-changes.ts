import type { ChangedSteps, EventFeed } from './event-feed.ts';
import type { SessionWatch } from './session-watch.ts';

/** `steps` are those whose leads have changed; `null` when anything of the company may have. */
export interface Change {
  steps: string[] | null;
}

interface Sources {
  events: EventFeed;
  sessions: SessionWatch;
}

interface Listening {
  companyId: string;
  /** Of whoever listens. */
  session: { userId: string; sessionVersion: number };
  signal: AbortSignal | undefined;
}

/** Milliseconds. Whoever goes on following asks again, and is judged again. */
const longest = 60_000;

const sum = (before: ChangedSteps | undefined, more: ChangedSteps): ChangedSteps =>
  before === null || more === null ? null : new Set([...(before ?? []), ...more]);

/**
 * What changes in a company, until the signal aborts, the session ends, the process is about to
 * stop, or a minute has passed. The first item comes at once and stands for all that was not heard before. While an item
 * waits to be taken, all that follows becomes one.
 */
export async function* followChanges(
  { events, sessions }: Sources,
  { companyId, session, signal }: Listening,
): AsyncGenerator<Change, void> {
  let noted: ChangedSteps | undefined = null;
  let ended = signal?.aborted ?? false;
  let news = Promise.withResolvers<void>();
  const end = () => {
    ended = true;
    news.resolve();
  };
  const changed = (steps: ChangedSteps) => {
    noted = sum(noted, steps);
    news.resolve();
  };

  const unfollow = events.follow(companyId, { changed, end });
  if (!unfollow) return;
  const unwatch = sessions.watch(session, end);
  /* Not all at once, when a process has just come and everybody went over to it. */
  const timer = setTimeout(end, longest * (0.8 + Math.random() / 5)).unref();
  signal?.addEventListener('abort', end);
  try {
    while (!ended) {
      if (noted !== undefined) {
        const steps: ChangedSteps = noted;
        noted = undefined;
        yield { steps: steps && [...steps] };
      } else {
        news = Promise.withResolvers();
        await news.promise;
      }
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    unwatch();
    unfollow();
  }
}
