'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface FoldedProps {
  label: string;
  /** What is set in it, shown while it is folded too. */
  summary?: string;
  /** A field in it has an error: it is unfolded until it has none. */
  hasError: boolean;
  children: ReactNode;
}

/** Fields of a form that most users leave as they are. */
export function Folded({ label, summary, hasError, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);

  return (
    <details
      open={isOpen || hasError}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group"
    >
      <summary className="w-fit cursor-pointer list-none rounded-sm py-1 coarse:py-3 [&::-webkit-details-marker]:hidden">
        <span className="flex items-center gap-1 text-primary-text">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 transition-transform group-open:rotate-90"
          />
          {label}
        </span>
        {summary && <span className="block pl-5 text-fg-muted text-sm">{summary}</span>}
      </summary>
      <div className="mt-3 grid gap-5">{children}</div>
    </details>
  );
}
