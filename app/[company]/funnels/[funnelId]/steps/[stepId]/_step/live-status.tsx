import type { ReactNode } from 'react';
import { cn } from '#app/_ui/cn.ts';

interface LiveStatusProps {
  reconnecting: boolean;
  /** Said while all is well. */
  children: ReactNode;
}

/** Whether new leads appear by themselves at the moment. */
export function LiveStatus({ reconnecting, children }: LiveStatusProps) {
  return (
    <p
      data-testid="live-status"
      data-live={reconnecting ? 'reconnecting' : 'open'}
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
