'use client';

import { type RefObject, useLayoutEffect } from 'react';

type Heir = (own: HTMLElement) => HTMLElement | null | undefined;

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
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) heir?.focus();
      });
    };
  }, [own, heirOf]);
}

/**
 * The button of the note form. Not the box: in it the next key would be typed, and a phone would show
 * its keyboard.
 */
export const modeButton: Heir = (own) =>
  own.closest('section')?.querySelector<HTMLElement>('button[aria-keyshortcuts="n"]');

/** The entry of the timeline. */
export const timelineEntry: Heir = (own) => own.closest('li');
