'use client';

import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useEffect, useState } from 'react';
import { cn } from './cn.ts';

/** Milliseconds. The second lets the pointer cross the gap between an element and its tooltip. */
const showDelay = 400;
const hideDelay = 100;

function closest(event: Event, selector: string): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
}

interface Shown {
  /** Kept after closing, for the fade. */
  anchor: HTMLElement | undefined;
  open: boolean;
}

/**
 * Shows the tooltip of what is hovered, or focused by keyboard. Base UI's popup, but not its trigger:
 * a board has hundreds of elements with a tooltip.
 */
export function Tooltips() {
  const [{ anchor, open }, setShown] = useState<Shown>({ anchor: undefined, open: false });

  useEffect(
    () =>
      followTooltips((next) =>
        setShown((before) => ({ anchor: next ?? before.anchor, open: next !== null })),
      ),
    [],
  );

  return anchor && <TooltipPopup anchor={anchor} open={open} />;
}

/** Repeats a name that assistive technology already reads, hence `aria-hidden`. */
function TooltipPopup({ anchor, open }: { anchor: HTMLElement; open: boolean }) {
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

/**
 * Calls `onChange` with the element whose tooltip is to be shown, or `null`.
 *
 * @returns a function that ends it
 */
function followTooltips(onChange: (element: HTMLElement | null) => void): () => void {
  let hovered: HTMLElement | null = null;
  let shown: HTMLElement | null = null;
  /** Shown, or about to be. */
  let wanted: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function change(element: HTMLElement | null, delay = 0) {
    clearTimeout(timer);
    wanted = element;
    if (element === shown) return;
    timer = setTimeout(() => {
      shown = element?.isConnected ? element : null;
      onChange(shown);
    }, delay);
  }
  function onPointerOver(event: PointerEvent) {
    const element = closest(event, '[data-tooltip-popup]')
      ? shown
      : closest(event, '[data-tooltip]');
    if (event.pointerType === 'touch' || element === hovered) return;
    hovered = element;
    if (element) change(element, shown ? 0 : showDelay);
    // The focus may have scrolled the page below a pointer that rests.
    else if (!wanted?.matches(':focus-visible')) change(null, hideDelay);
  }
  function onClick(event: MouseEvent) {
    change(closest(event, '[data-tooltip-click]'));
  }
  function onFocusIn(event: FocusEvent) {
    const element = closest(event, '[data-tooltip]');
    if (element?.matches(':focus-visible')) change(element);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') change(null);
  }
  const hide = () => change(null);

  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener('pointerover', onPointerOver, { signal });
  document.addEventListener('focusin', onFocusIn, { signal });
  document.addEventListener('keydown', onKeyDown, { signal });
  document.addEventListener('click', onClick, { signal });
  for (const type of ['focusout', 'pointerdown']) {
    document.addEventListener(type, hide, { signal });
  }

  return () => {
    clearTimeout(timer);
    listeners.abort();
  };
}
