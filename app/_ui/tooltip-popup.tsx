'use client';

import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useEffect, useState } from 'react';
import { cn } from './cn.ts';
import { followTips } from './follow-tips.ts';

/** Repeats a name that assistive technology already has, hence `aria-hidden`. */
export function TooltipPopup({ first }: { first: Event }) {
  const [{ anchor, open }, setShown] = useState<{ anchor?: HTMLElement; open: boolean }>({
    open: false,
  });

  useEffect(
    () =>
      followTips(first, (element) =>
        setShown((before) =>
          element ? { anchor: element, open: true } : { ...before, open: false },
        ),
      ),
    [first],
  );

  if (!anchor) return null;
  const { tip, tipSide, tipClass } = anchor.dataset;

  return (
    <Base.Root open={open}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side={tipSide === 'right' ? 'right' : 'top'}
          sideOffset={6}
          className="z-50 data-[anchor-hidden]:hidden"
        >
          <Base.Popup
            aria-hidden
            data-tip-popup
            className={cn(
              'max-w-64 rounded-sm bg-fg px-2 py-1 text-bg text-xs shadow-float transition-opacity duration-120 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
              tipClass,
            )}
          >
            {tip}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
