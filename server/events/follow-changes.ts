import { maxStreamMs } from '../limits.ts';
import type { ChangedSteps, LeadEvents } from './lead-events.ts';
import type { SessionWatch } from './session-watch.ts';

/** `steps` are those whose leads have changed; `null` when anything of the company may have. */
export interface Change {
  steps: string[] | null;
}

interface Sources {
  events: LeadEvents;
  sessions: SessionWatch;
}

interface Subscription {
  companyId: string;
  /** Of the subscriber. */
  session: { userId: string; sessionId: string };
  signal: AbortSignal | undefined;
}

const merge = (before: ChangedSteps | undefined, more: ChangedSteps): ChangedSteps =>
  before === null || more === null ? null : new Set([...(before ?? []), ...more]);

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
  let unread: ChangedSteps | undefined = null;
  let ended = signal?.aborted ?? false;
  let wake = Promise.withResolvers<void>();
  const onEnd = () => {
    ended = true;
    wake.resolve();
  };
  const onChange = (steps: ChangedSteps) => {
    unread = merge(unread, steps);
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
        const steps: ChangedSteps = unread;
        unread = undefined;
        yield { steps: steps && [...steps] };
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
