import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** One grey block with the size of the later content. */
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

/** A grey block with the exact size of `children`, which are invisible and inert. */
export function SkeletonOf({ children }: { children: ReactNode }) {
  return (
    <div inert aria-hidden className="min-w-0 animate-pulse rounded-sm bg-surface-2">
      <div className="invisible">{children}</div>
    </div>
  );
}

interface SkeletonRowsProps {
  rows: number;
  className: string;
  children: ReactNode;
}

const Repeated = ({ rows, className, children }: SkeletonRowsProps) =>
  Array.from({ length: rows }, (_, row) => row).map((row) => (
    <div key={row} className={className}>
      {children}
    </div>
  ));

export function SkeletonRows({ rows, className, children }: SkeletonRowsProps) {
  return (
    <div className="rounded-md border border-border bg-surface">
      <Repeated
        rows={rows}
        className={cn(
          'flex items-center gap-6 border-border border-b px-4 last:border-b-0',
          className,
        )}
      >
        {children}
      </Repeated>
    </div>
  );
}

interface SkeletonTableProps extends SkeletonRowsProps {
  /** Of `Loading`. */
  label: string;
}

/**
 * A table that becomes cards on a phone, while it loads.
 *
 * @param className height of a card, and columns of a row
 */
export function SkeletonTable({ label, rows, className, children }: SkeletonTableProps) {
  return (
    <Loading
      label={label}
      className="grid gap-3 md:gap-0 md:rounded-md md:border md:border-border md:bg-surface"
    >
      <div className="hidden h-9 border-border md:block md:border-b" />
      <Repeated
        rows={rows}
        className={cn(
          'grid content-center gap-3 rounded-md border border-border p-4 md:h-15 md:items-center md:rounded-none md:border-0 md:border-b md:py-0 md:last:border-b-0',
          className,
        )}
      >
        {children}
      </Repeated>
    </Loading>
  );
}

interface LoadingProps {
  /** For screen readers: "Loading API keys". */
  label: string;
  children: ReactNode;
  className?: string;
}

/** Skeletons with the final geometry. They appear after 150 ms, so that fast responses do not flicker. */
export function Loading({ label, children, className }: LoadingProps) {
  return (
    <div role="status" className={cn('animate-appear-late', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
