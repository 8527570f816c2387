'use client';

import type { RefObject } from 'react';
import { openDialog, useShortcuts } from '#app/_ui/use-shortcuts.ts';

/**
 * What can be done with an open lead by a key. The control has the key as `aria-keyshortcuts`; `n`, `c`
 * and `w` are also those of the work section, which opens their forms.
 */
export const leadKeys = {
  n: 'Write a note',
  c: 'Record a call',
  w: 'Record a message',
  f: 'Plan a follow-up',
  s: 'Change the status',
  o: 'Change the owner',
  m: 'Move to another step',
} as const;

type LeadKey = keyof typeof leadKeys;

const controlOf = (key: LeadKey) =>
  document.querySelector<HTMLElement>(`[data-open-lead] [aria-keyshortcuts="${key}"]`);

/** The keys that the lead on the screen has: a viewer changes none. */
export const openLeadKeys = (): LeadKey[] =>
  Object.keys(leadKeys)
    // Guarantee: an object literal has no other keys than its type names.
    .map((key) => key as LeadKey)
    .filter((key) => controlOf(key) !== null);

/** Presses the button of a key, or opens its choice. */
function press(key: LeadKey): void {
  const control = controlOf(key);
  control?.scrollIntoView({ block: 'nearest' });
  if (!(control instanceof HTMLSelectElement)) {
    control?.click();
    return;
  }
  control.focus();
  try {
    control.showPicker();
  } catch {
    /* The choice has the focus, and opens with the space bar. */
  }
}

const framesToClose = 60;

/** The same from a dialog, once it is closed and has given the focus back. */
export function pressAfterDialog(key: LeadKey, frames = framesToClose): void {
  requestAnimationFrame(() => {
    if (frames > 0 && document.querySelector(openDialog)) pressAfterDialog(key, frames - 1);
    else press(key);
  });
}

/** @param root the open lead */
export function useLeadKeys(root: RefObject<HTMLElement | null>): void {
  useShortcuts(root, {
    f: () => press('f'),
    s: () => press('s'),
    o: () => press('o'),
    m: () => press('m'),
  });
}
