import type { ReactNode } from 'react';
import { cn } from '#app/_ui/cn.ts';

/** `polling`: there is no event stream, so new leads are requested at intervals. */
export type Live = 'open' | 'polling' | 'reconnecting';

interface LiveStatusProps {
  live: Live;
  /** The text while the connection works. */
  children: ReactNode;
}

/** Whether the list is updated automatically. */
export function LiveStatus({ live, children }: LiveStatusProps) {
  const reconnecting = live === 'reconnecting';

  return (
    <p
      data-testid="live-status"
      data-live={live}
      className="flex items-center gap-2 text-fg-muted text-sm"
    >
      <span
        aria-hidden
        className={cn('size-2 rounded-full', reconnecting ? 'bg-warning' : 'bg-success')}
      />
      {reconnecting ? 'Reconnecting…' : children}
    </p>
  );
}
