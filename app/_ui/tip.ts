export type TooltipSide = 'top' | 'right';

/** Gives an element a tooltip, by attributes alone: a screen has dozens of them, and shows one. */
export function tip(label: string, side: TooltipSide = 'top', className = '') {
  return { 'data-tip': label, 'data-tip-side': side, 'data-tip-class': className };
}

/** The element with a tooltip that something happened in. */
export function tipped({ target }: Event): HTMLElement | undefined {
  const element = target instanceof Element ? target.closest('[data-tip]') : undefined;

  return element instanceof HTMLElement ? element : undefined;
}
