'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { formatBoth, formatRelative, formatUtc } from './format.ts';

/** One clock for all relative times on the page; it runs only while it has listeners. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

export function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1_000);

  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

interface RelativeTimeProps {
  at: string | null;
  /** Text for `null`. */
  never?: string;
  /** Shows seconds below one minute: `2 s ago`. */
  seconds?: boolean;
  className?: string;
}

export function RelativeTime({ at, never = 'Never', ...rest }: RelativeTimeProps) {
  if (at === null) return <span className={rest.className}>{never}</span>;

  return <Time at={at} {...rest} />;
}

function Time({ at, seconds, className }: { at: string; seconds?: boolean; className?: string }) {
  const date = new Date(at);
  const relative = useSyncExternalStore(
    subscribeToClock,
    useCallback(() => formatRelative(new Date(at), new Date(), seconds), [at, seconds]),
    () => undefined,
  );

  return (
    <time
      dateTime={at}
      title={relative === undefined ? undefined : formatBoth(date)}
      className={className}
    >
      {relative ?? formatUtc(date)}
    </time>
  );
}
