'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

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

const parameter = 'create';

/** The query of a screen that opens its dialog for something new at once, with the rest of the query. */
export function createQuery(query = ''): string {
  const params = new URLSearchParams(query);
  params.set(parameter, 'yes');

  return `?${params}`;
}

/** Calls `create` when the address asks for it, and removes that from the address. */
export function useCreateCommand(create: () => void): void {
  const [asked, setAsked] = useAddress(parameter);
  const start = useEffectEvent(() => {
    setAsked('');
    create();
  });

  useEffect(() => {
    if (asked) start();
  }, [asked]);
}

const never = () => () => {};

/** Scheme and host of the page; empty on the server. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => location.origin,
    () => '',
  );
}
