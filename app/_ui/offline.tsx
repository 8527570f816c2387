'use client';

import { WifiOff } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect } from 'react';
import { connectionState, useConnection } from './connection.ts';
import { showRefused } from './toaster.tsx';

/** The path of a link to another page of the product that a click would open in this tab. */
export function pageOf(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const inOtherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (
    event.defaultPrevented ||
    !link?.href ||
    inOtherTab ||
    link.target ||
    link.hasAttribute('download')
  )
    return undefined;

  const { origin, pathname, search } = new URL(link.href);
  const path = `${pathname}${search}`;
  const isHere = path === `${location.pathname}${location.search}`;
  return origin === location.origin && !isHere ? path : undefined;
}

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

const texts = {
  offline:
    'You are offline. This data was loaded earlier, and changes cannot be saved until you are online.',
  unreachable:
    'The server cannot be reached. This data was loaded earlier, and changes cannot be saved until it answers.',
};

function refuse(event: MouseEvent) {
  if (pageOf(event) && refusesToOpen()) event.preventDefault();
}

/** Shown while the server cannot be reached. Links then keep the current page. */
export function OfflineBanner() {
  const connection = useConnection();

  useEffect(() => {
    document.addEventListener('click', refuse, true);

    return () => document.removeEventListener('click', refuse, true);
  }, []);

  return (
    <div role="status" data-testid="connection" className="sticky top-13 z-20">
      {connection.state !== 'online' && (
        <p className="flex items-start justify-center gap-2 bg-warning-soft px-4 py-2 text-sm text-warning">
          <WifiOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{texts[connection.state]}</span>
        </p>
      )}
    </div>
  );
}
