'use client';

import { Tooltip as Base } from '@base-ui/react/tooltip';
import { cn } from './cn.ts';

/** Repeats a name that assistive technology already reads, hence `aria-hidden`. */
export function TooltipPopup({ anchor, open }: { anchor: HTMLElement; open: boolean }) {
  const { tooltip, tooltipSide, tooltipClass } = anchor.dataset;

  return (
    <Base.Root open={open}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side={tooltipSide === 'right' ? 'right' : 'top'}
          sideOffset={6}
          className="z-50 data-[anchor-hidden]:hidden"
        >
          <Base.Popup
            aria-hidden
            data-tooltip-popup
            className={cn(
              'max-w-64 rounded-sm bg-fg px-2 py-1 text-bg text-xs shadow-float transition-opacity duration-120 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
              tooltipClass,
            )}
          >
            {tooltip}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
