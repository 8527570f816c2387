'use client';

import type { ReactNode } from 'react';
import { useClamped } from './clamped.tsx';
import { cn } from './cn.ts';

interface PageHeaderProps {
  title: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
}

/** Renders the one h1 of a page: two lines of it, and a button for the rest. */
export function PageHeader({ title, meta, actions }: PageHeaderProps) {
  const heading = useClamped<HTMLHeadingElement>();

  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-sm:grow">
        <h1
          ref={heading.ref}
          // Names `main`, which gets the focus after a navigation.
          id="page-title"
          className={cn('font-semibold text-xl [overflow-wrap:anywhere]', heading.className)}
        >
          {title}
        </h1>
        {heading.button}
        {meta && <div className="mt-0.5 text-fg-muted">{meta}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
