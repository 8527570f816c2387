'use client';

import { useSyncExternalStore } from 'react';

/**
 * A setting that this browser keeps, and all its tabs follow. Storage can be blocked: then it lasts
 * until the page is left.
 *
 * @param parse reads what is stored; it may be of an earlier version, or damaged
 */
export function createStored<Value>(
  key: string,
  byDefault: Value,
  parse: (stored: object) => Value,
) {
  const listeners = new Set<() => void>();
  let text: string | null = null;
  let value = byDefault;

  function readText(stored: string | null): Value {
    try {
      const parsed: unknown = JSON.parse(stored ?? 'null');
      return typeof parsed === 'object' && parsed !== null ? parse(parsed) : byDefault;
    } catch {
      return byDefault;
    }
  }

  function readStored(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return text;
    }
  }

  /** The same object until the stored text changes. */
  function read(): Value {
    const stored = readStored();
    if (stored !== text) {
      text = stored;
      value = readText(stored);
    }
    return value;
  }

  function subscribe(listener: () => void) {
    listeners.add(listener);
    addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', listener);
    };
  }

  function save(next: Value): void {
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      text = JSON.stringify(next);
      value = next;
    }
    for (const listener of listeners) listener();
  }

  return () => [useSyncExternalStore(subscribe, read, () => byDefault), save] as const;
}
