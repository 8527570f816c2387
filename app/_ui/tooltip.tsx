'use client';

import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './cn.ts';

interface TooltipProps {
  label: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  className?: string | undefined;
  /** One focusable element that takes a ref. */
  children: ReactElement;
}

/** Repeats a name that assistive technology already has, hence `aria-hidden`. */
export function Tooltip({ label, side = 'top', className, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup
            aria-hidden
            className={cn(
              'max-w-64 rounded-sm bg-fg px-2 py-1 text-bg text-xs shadow-float transition-opacity duration-120 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
              className,
            )}
          >
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Wraps the app once, so that the second tooltip in a row opens without a delay. */
export const TooltipProvider = Base.Provider;
