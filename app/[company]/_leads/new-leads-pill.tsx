'use client';

import { ArrowUp } from 'lucide-react';
import { cn } from '#app/_ui/cn.ts';
import { count } from '#app/_ui/format.ts';

interface NewLeadsPillProps {
  leads: number;
  onShow: () => void;
  /** In a column of the board, which scrolls by itself. */
  inColumn?: boolean;
}

/** New leads that arrived while the list was scrolled down. Has no height, so that nothing shifts. */
export function NewLeadsPill({ leads, onShow, inColumn }: NewLeadsPillProps) {
  function show() {
    onShow();
    if (inColumn) return;
    window.scrollTo({ top: 0 });
    document.querySelector('main')?.focus({ preventScroll: true });
  }

  return (
    <div
      className={cn(
        'z-20 flex h-0 justify-center overflow-visible',
        inColumn ? 'relative' : 'sticky top-16 -mb-3',
      )}
    >
      {leads > 0 && (
        <button
          type="button"
          onClick={show}
          className="flex h-8 items-center gap-1.5 rounded-full bg-primary px-3.5 font-medium text-on-primary text-sm shadow-float hover:bg-primary-hover coarse:h-11"
        >
          {count(leads, 'new lead')}
          <ArrowUp aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}
