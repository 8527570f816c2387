'use client';

import { useSearchParams } from 'next/navigation';

/**
 * A value that stands in the address, so that it survives a reload and can be sent to somebody.
 * Empty when it is not there; an empty one is taken out.
 *
 * @param entry whether a change is a step of its own for the Back button
 */
export function useAddress(name: string, entry: 'push' | 'replace' = 'replace') {
  const value = useSearchParams().get(name) ?? '';

  function setValue(next: string): void {
    const url = new URL(location.href);
    if (next) url.searchParams.set(name, next);
    else url.searchParams.delete(name);
    if (url.href === location.href) return;
    if (entry === 'push') history.pushState(null, '', url);
    else history.replaceState(null, '', url);
  }

  return [value, setValue] as const;
}
