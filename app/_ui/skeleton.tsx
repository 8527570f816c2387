import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** One grey block. Give it the size of what will be there. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'fallback:block fallback:h-4 animate-pulse fallback:rounded-sm bg-surface-2 dark:bg-surface-2',
        className,
      )}
    />
  );
}

interface LoadingProps {
  /** What is being loaded: "Loading API keys". */
  label: string;
  children: ReactNode;
  className?: string;
}

/** Skeletons of the final geometry; they appear after 150 ms, so that a fast answer never flickers. */
export function Loading({ label, children, className }: LoadingProps) {
  return (
    <div role="status" className={cn('animate-appear-late', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
