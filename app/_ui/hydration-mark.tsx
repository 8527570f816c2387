'use client';

import { useEffect, useSyncExternalStore } from 'react';

/**
 * Sets `html[data-hydrated]` for tests and scripts. Rendered by each screen, not by the layout: a
 * screen behind a skeleton hydrates later than the layout.
 */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);

  return null;
}

const never = () => () => {};

/** False at hydration: for what the server leaves out, because it has not read it. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
