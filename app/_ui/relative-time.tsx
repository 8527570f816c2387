'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { subscribeToClock } from './clock.ts';
import { formatBoth, formatRelative, formatUtc } from './time.ts';

interface RelativeTimeProps {
  at: string | null;
  /** What stands there when it never happened. */
  never?: string;
  /** Under a minute, count seconds: `2 s ago`. */
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
