'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

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

/** What a screen shows, as it is kept in the address. */
interface AddressOf<Shown extends object> {
  /** Ignores what it does not know. */
  read: (params: URLSearchParams) => Shown;
  /** The query, without what is as usual. */
  write: (shown: Shown) => string;
  /** Has the names of the parameters. */
  empty: Shown;
}

/** The query of the address with other contents. Parameters that are not the screen's stay. */
function queryOf<Shown extends object>({ write, empty }: AddressOf<Shown>, shown: Shown): string {
  const others = new URLSearchParams(location.search);
  for (const name of Object.keys(empty)) others.delete(name);
  const query = [write(shown), others.toString()].filter(Boolean).join('&');
  return query ? `?${query}` : location.pathname;
}

/**
 * What a screen shows, kept in the address. The address changes too late for controlled inputs, so it
 * is also kept as state until the address changes in another way.
 */
export function useShown<Shown extends object>(address: AddressOf<Shown>) {
  const params = useSearchParams();
  const query = address.write(address.read(params));
  const [seen, setSeen] = useState(query);
  const [shown, setState] = useState(() => address.read(params));
  if (query !== seen) {
    setSeen(query);
    setState(address.read(params));
  }

  function setShown(next: Shown): void {
    setState(next);
    history.replaceState(null, '', queryOf(address, next));
  }

  return [shown, setShown] as const;
}
