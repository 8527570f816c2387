'use client';

import type { ReactNode } from 'react';
import { cn } from '#app/_ui/cn.ts';
import { useConnection } from '#app/_ui/connection.ts';

/** `polling`: there is no event stream, so new leads are requested at intervals. */
export type Live = 'open' | 'polling' | 'reconnecting';

const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

interface LiveStatusProps {
  live: Live;
  /** The text while the connection works. */
  children: ReactNode;
}

/** Whether the list is updated automatically. */
export function LiveStatus({ live, children }: LiveStatusProps) {
  const connection = useConnection();
  const lost = connection.state !== 'online';
  const works = !lost && live !== 'reconnecting';

  return (
    <p
      data-testid="live-status"
      data-live={lost ? 'closed' : live}
      className="flex items-center gap-2 text-fg-muted text-sm"
    >
      <span
        aria-hidden
        className={cn('size-2 rounded-full', works ? 'bg-success' : 'bg-warning')}
      />
      {works && children}
      {lost && `Offline since ${clockTime.format(connection.since)}`}
      {!lost && !works && 'Reconnecting…'}
    </p>
  );
}
