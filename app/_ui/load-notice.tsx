'use client';

import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface LoadNoticeProps {
  failed: boolean;
  /** What is to be said all the same. */
  children?: ReactNode;
  onRetry: () => void;
  onGiveUp: () => void;
}

const place =
  'fixed inset-x-4 bottom-4 z-50 mx-auto rounded-md bg-surface text-left text-fg whitespace-normal shadow-float';

/** In place of what was asked for, while it is on its way (if that takes long) or cannot be had. */
export function LoadNotice({ failed, children, onRetry, onGiveUp }: LoadNoticeProps) {
  if (!failed) {
    return (
      <p role="status" className={`${place} w-fit animate-appear-late px-4 py-2 text-sm`}>
        Loading…
      </p>
    );
  }

  return (
    <div role="alert" className={`${place} grid max-w-md gap-3 p-4 text-base`}>
      {children && <p>{children}</p>}
      <p>
        This part of the page could not be loaded. Check your connection and try again, or reload
        the page.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={onGiveUp}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
