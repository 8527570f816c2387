'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

interface PageHeaderProps {
  title: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
}

/** Renders the one h1 of a page: two lines of it, and a button for the rest. */
export function PageHeader({ title, meta, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [cut, setCut] = useState(false);
  const [whole, setWhole] = useState(false);

  useEffect(() => {
    const element = heading.current;
    if (!element || whole) return undefined;
    const observer = new ResizeObserver(() =>
      setCut(element.scrollHeight > element.clientHeight + 1),
    );
    observer.observe(element);

    return () => observer.disconnect();
  }, [whole]);

  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-sm:grow">
        <h1
          ref={heading}
          // Names `main`, which gets the focus after a navigation.
          id="page-title"
          className={cn('font-semibold text-xl [overflow-wrap:anywhere]', !whole && 'line-clamp-2')}
        >
          {title}
        </h1>
        {(cut || whole) && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={whole}
            className="-ml-2.5"
            onClick={() => setWhole(!whole)}
          >
            {whole ? 'Show less' : 'Show all'}
          </Button>
        )}
        {meta && <div className="mt-0.5 text-fg-muted">{meta}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
