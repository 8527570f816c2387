'use client';

import { LoaderCircle } from 'lucide-react';
import { useLinkStatus } from 'next/link';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface LinkPendingProps {
  className?: string;
  /** Shown while the link is not pending. */
  children?: ReactNode;
}

/** Inside a `Link`: a spinner from the click until the page is there. */
export function LinkPending({ className, children }: LinkPendingProps) {
  const { pending } = useLinkStatus();
  if (!pending) return children;

  return (
    <LoaderCircle
      aria-hidden
      data-testid="link-pending"
      className={cn('size-4 shrink-0 animate-spin text-primary-text', className)}
    />
  );
}
