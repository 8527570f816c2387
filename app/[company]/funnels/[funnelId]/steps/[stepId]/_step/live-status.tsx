'use client';

import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsStreamOpen } from '#app/_trpc/use-changes.ts';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { useConnection } from '#app/_ui/connection.ts';

const clockTime = (at: Date) => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(at);

export interface Live {
  isPaused: boolean;
  /** The last read failed; it is repeated. */
  isFailing: boolean;
  /** Pauses or resumes; absent where that makes no sense. */
  onToggle?: () => void;
}

interface LiveStatusProps extends Live {
  /** The text while the connection works. */
  children: ReactNode;
}

/** Whether the list is updated automatically. */
export function LiveStatus({ isPaused: paused, isFailing, onToggle, children }: LiveStatusProps) {
  const connection = useConnection();
  const isLost = connection.state !== 'online';
  const works = !isLost && !paused && !isFailing;
  const state = useLiveState({ isLost, paused, isFailing });

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
        data-live={state}
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

/** For tests. `polling`: there is no stream of changes, so new leads are requested at intervals. */
function useLiveState(is: { isLost: boolean; paused: boolean; isFailing: boolean }) {
  const isOpen = useIsStreamOpen();
  if (is.isLost) return 'closed';
  if (is.paused) return 'paused';
  if (is.isFailing) return 'reconnecting';
  return isOpen ? 'open' : 'polling';
}
