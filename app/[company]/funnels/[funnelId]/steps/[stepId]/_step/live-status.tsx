import type { ReactNode } from 'react';
import { cn } from '#app/_ui/cn.ts';

/** `polling`: new leads are looked for from time to time, because the browser is not told of them. */
export type Live = 'open' | 'polling' | 'reconnecting';

interface LiveStatusProps {
  live: Live;
  /** Said while all is well. */
  children: ReactNode;
}

/** Whether new leads appear by themselves at the moment. */
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
