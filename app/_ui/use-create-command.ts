'use client';

import { useEffect, useEffectEvent } from 'react';
import { useAddress } from './use-address.ts';

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
