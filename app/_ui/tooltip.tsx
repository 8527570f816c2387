'use client';

import { useEffect, useState } from 'react';
import { useLazy } from './lazy.tsx';

const popup = {
  name: 'tooltip',
  load: async () => (await import('./tooltip-popup.tsx')).TooltipPopup,
};

/** Milliseconds. The second lets the pointer cross the gap between an element and its tooltip. */
const showDelay = 400;
const hideDelay = 100;

/**
 * The attributes of an element with a tooltip. All of a page share one popup. With
 * `data-tooltip-click` a click shows it as well, which is the only way on a touch screen.
 */
export function tooltip(label: string, side: 'top' | 'right' = 'top', className = '') {
  return { 'data-tooltip': label, 'data-tooltip-side': side, 'data-tooltip-class': className };
}

function closest(event: Event, selector: string): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
}

interface Shown {
  /** Kept after closing, for the fade. */
  anchor: HTMLElement | undefined;
  open: boolean;
}

/**
 * Shows the tooltip of what is hovered, or focused by keyboard. Base UI's popup, but not its
 * trigger: that would add 35 KiB to the first load of every screen.
 */
export function Tooltips() {
  const [{ anchor, open }, setShown] = useState<Shown>({ anchor: undefined, open: false });
  const { part: Popup } = useLazy(popup, anchor !== undefined);

  useEffect(
    () =>
      followTooltips((next) =>
        setShown((before) => ({ anchor: next ?? before.anchor, open: next !== null })),
      ),
    [],
  );

  return Popup && anchor && <Popup anchor={anchor} open={open} />;
}

/**
 * Calls `onChange` with the element whose tooltip is to be shown, or `null`.
 *
 * @returns a function that ends it
 */
function followTooltips(onChange: (element: HTMLElement | null) => void): () => void {
  let hovered: HTMLElement | null = null;
  let shown: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function change(element: HTMLElement | null, delay = 0) {
    clearTimeout(timer);
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
    if (!element) change(null, hideDelay);
    else change(element, shown ? 0 : showDelay);
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
