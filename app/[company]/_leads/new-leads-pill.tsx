'use client';

import { ArrowUp } from 'lucide-react';
import { count } from '#app/_ui/format.ts';

interface NewLeadsPillProps {
  leads: number;
  onShow: () => void;
}

/** New leads that arrived while the list was scrolled down. Has no height, so that nothing shifts. */
export function NewLeadsPill({ leads, onShow }: NewLeadsPillProps) {
  function show() {
    onShow();
    window.scrollTo({ top: 0 });
    document.querySelector('main')?.focus({ preventScroll: true });
  }

  return (
    <div className="sticky top-16 z-20 -mb-3 flex h-0 justify-center overflow-visible">
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
