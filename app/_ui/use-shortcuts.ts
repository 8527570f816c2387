'use client';

import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { tinykeys } from 'tinykeys';

const storageKey = 'leadgate.shortcuts';
const typingIn = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]';
/** Beside the screen, which stays usable. */
const sidePanel = '[data-side-panel]';
/** In front of the screen. */
export const openDialog = `[role="dialog"]:not(${sidePanel}), [role="alertdialog"]`;

const listeners = new Set<() => void>();
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const areOn = () => localStorage.getItem(storageKey) !== 'off';

/** Whether keys without Ctrl or ⌘ act in this browser. Speech input would press them by accident. */
export function useShortcutSwitch() {
  const on = useSyncExternalStore(subscribe, areOn, () => true);

  function setOn(next: boolean): void {
    if (next) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
    for (const listener of listeners) listener();
  }

  return [on, setOn] as const;
}

/**
 * Whether a key means itself: the focus is in a field, a dialog without `root` is open, or the focus is
 * in a side panel without `root`.
 */
function isTaken({ target }: KeyboardEvent, root: Element | null): boolean {
  if (!areOn() || (target instanceof Element && target.closest(typingIn))) return true;

  const panel = root && target instanceof Element && target.closest(sidePanel);
  if (panel && !panel.contains(root)) return true;

  const dialogs = [...document.querySelectorAll(openDialog)];
  return !dialogs.every((dialog) => dialog.contains(root));
}

/**
 * By key (`j`, `[Shift]+?`) or by two keys in a row (`g f`). Undefined: the key means itself. An action
 * that returns false leaves the key to others.
 */
type Actions = Readonly<Record<string, (() => unknown) | undefined>>;

/**
 * Calls an action when its key is pressed, unless the focus is in a field, or a dialog is open that
 * does not contain `root`. Of two roots with the same key, the first one takes it.
 */
export function useShortcuts(root: RefObject<HTMLElement | null> | null, actions: Actions): void {
  const act = useEffectEvent((key: string, event: KeyboardEvent) => {
    const action = actions[key];
    if (action && action() !== false) event.preventDefault();
  });
  const keys = Object.keys(actions).join('\n');

  useEffect(() => {
    const bindings = keys
      .split('\n')
      .map((key) => [key, (event: KeyboardEvent) => act(key, event)] as const);

    return tinykeys(window, Object.fromEntries(bindings), {
      ignore: (event) =>
        event.defaultPrevented || event.repeat || isTaken(event, root?.current ?? null),
    });
  }, [keys, root]);
}
