'use client';

import { useSearchParams } from 'next/navigation';

/**
 * A query parameter as state, so that it survives a reload and can be shared. Empty when absent; an
 * empty value removes it.
 *
 * @param entry `push` adds a history entry for each change
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
