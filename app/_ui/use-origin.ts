'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Scheme and host of the page; empty on the server. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => location.origin,
    () => '',
  );
}
