'use client';

import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { useConnection } from '#app/_ui/connection.ts';

/** `polling`: there is no event stream, so new leads are requested at intervals. */
export type Live = 'open' | 'polling' | 'reconnecting' | 'paused';

const clockTime = (at: Date) => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(at);

interface LiveStatusProps {
  live: Live;
  /** Pauses or resumes; absent where that makes no sense. */
  onToggle?: () => void;
  /** The text while the connection works. */
  children: ReactNode;
}

/** Whether the list is updated automatically. */
export function LiveStatus({ live, onToggle, children }: LiveStatusProps) {
  const connection = useConnection();
  const isLost = connection.state !== 'online';
  const works = !isLost && (live === 'open' || live === 'polling');
  const paused = live === 'paused';

  function text() {
    if (isLost) return `Offline since ${clockTime(connection.since)}`;
    if (paused) {
      return (
        <span>
          Paused<span className="max-sm:sr-only">: new leads are not shown</span>
        </span>
      );
    }

    return works ? children : 'Reconnecting…';
  }

  return (
    <div className={cn('flex min-h-8 items-center gap-x-2', !works && 'flex-wrap')}>
      <p
        data-testid="live-status"
        data-live={isLost ? 'closed' : live}
        className="flex items-center gap-2 text-fg-muted text-sm"
      >
        <span
          aria-hidden
          className={cn(
            'size-2 shrink-0 rounded-full',
            works && 'bg-success',
            paused && !isLost && 'bg-fg-subtle',
            !works && (!paused || isLost) && 'bg-warning',
          )}
        />
        {text()}
      </p>
      {onToggle && !isLost && (
        <Button size="sm" variant="ghost" onClick={onToggle}>
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
          {paused ? 'Resume' : 'Pause'}
        </Button>
      )}
    </div>
  );
}
