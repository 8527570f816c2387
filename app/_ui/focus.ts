'use client';

import { type RefObject, useLayoutEffect } from 'react';

/** The content of the page. */
export const mainContent = (): HTMLElement | null => document.querySelector('main');

/**
 * Focuses a control when the one that had the focus was removed: at the top of the page, it would be
 * lost.
 *
 * @param control called once the focus is lost
 */
export function focusIfLost(control: () => HTMLElement | null | undefined = mainContent): void {
  if (document.activeElement === document.body) control()?.focus();
}

/** The element that gets the focus of one that is removed. */
export type Heir = (own: HTMLElement) => HTMLElement | null | undefined;

/**
 * When an element is removed that has the focus, focuses another one, unless the focus is elsewhere by
 * then. Otherwise it would fall to the top of the page.
 *
 * @param heirOf called while the element is still in the page. Guarantee: it never changes.
 */
export function usePassFocus(own: RefObject<HTMLElement | null>, heirOf: Heir): void {
  useLayoutEffect(() => {
    const element = own.current;

    return () => {
      if (!element?.contains(document.activeElement)) return;
      const heir = heirOf(element);
      requestAnimationFrame(() => focusIfLost(() => heir));
    };
  }, [own, heirOf]);
}
