import { type Change, everything, mergeChanges } from '#db/values/changes.ts';
import { maxStreamMs } from '../limits.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { SessionWatch } from './session-watch.ts';

interface Sources {
  events: ChangeFeed;
  sessions: SessionWatch;
}

interface Subscription {
  companyId: string;
  /** Of the subscriber. */
  session: { userId: string; sessionId: string };
  signal: AbortSignal | undefined;
}

/**
 * Changes in a company, until the signal aborts, the session ends, the process is about to stop, or
 * a minute has passed. The first item comes at once and stands for everything that was missed
 * before. While an item waits to be taken, all that follows is merged into one.
 *
 * @throws TooManyRequestsError when the user follows too many already
 */
export async function* followChanges(
  { events, sessions }: Sources,
  { companyId, session, signal }: Subscription,
): AsyncGenerator<Change, void> {
  let unread: Change | undefined = everything;
  let ended = signal?.aborted ?? false;
  let wake = Promise.withResolvers<void>();
  const onEnd = () => {
    ended = true;
    wake.resolve();
  };
  const onChange = (change: Change) => {
    unread = mergeChanges(unread ?? {}, change);
    wake.resolve();
  };

  const unwatch = sessions.watch(session, onEnd);
  const unsubscribe = events.subscribe(companyId, { onChange, onEnd });
  if (!unsubscribe) return unwatch();
  /* Not all at once, when all clients have just moved to this process. */
  const timer = setTimeout(onEnd, maxStreamMs * (0.8 + Math.random() / 5)).unref();
  signal?.addEventListener('abort', onEnd);
  try {
    while (!ended) {
      if (unread !== undefined) {
        const change: Change = unread;
        unread = undefined;
        yield change;
      } else {
        wake = Promise.withResolvers();
        await wake.promise;
      }
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onEnd);
    unwatch();
    unsubscribe();
  }
}
