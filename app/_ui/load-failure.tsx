'use client';

import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface LoadFailureProps {
  /** What is to be said all the same. */
  children?: ReactNode;
  onRetry: () => void;
  onGiveUp: () => void;
}

/** Says that what was asked for could not be fetched. The screen below it goes on working. */
export function LoadFailure({ children, onRetry, onGiveUp }: LoadFailureProps) {
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto grid max-w-md gap-3 rounded-md bg-surface p-4 text-left text-base text-fg whitespace-normal shadow-float"
    >
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
