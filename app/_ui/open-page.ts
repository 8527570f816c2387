'use client';

import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { connectionState } from './connection.ts';
import { showRefused } from './toaster.tsx';

const reasons = {
  offline: 'You are offline. This page cannot be opened now.',
  unreachable: 'The server cannot be reached. This page cannot be opened now.',
};

/**
 * Without a connection, a navigation would replace the product by the error page of the browser.
 *
 * @returns whether pages cannot be opened now; then it has said why
 */
export function refusesToOpen(): boolean {
  const state = connectionState();
  if (state === 'online') return false;
  showRefused(reasons[state]);

  return true;
}

/** Opens a page of the product by its path, as a click on a link does. */
export function useOpenPage(): (path: string) => void {
  const router = useRouter();

  return useCallback(
    (path) => {
      if (!refusesToOpen()) router.push(path);
    },
    [router],
  );
}
