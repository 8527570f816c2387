'use client';

import { WifiOff } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useOffline } from 'next/offline';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from './button.tsx';
import { checkConnection, isConnected, subscribeConnection, useConnection } from './connection.ts';
import { pageOf } from './page-of.ts';

const texts = {
  offline:
    'You are offline. This data was loaded earlier, and changes cannot be saved until you are online.',
  unreachable:
    'The server cannot be reached. This data was loaded earlier, and changes cannot be saved until it answers.',
};

/** Shown while the server cannot be reached. Links then keep the current page. */
export function OfflineBanner() {
  const connection = useConnection();
  const { target, cancel } = useHeldNavigation();
  const routerFailed = useOffline();

  useEffect(() => {
    if (routerFailed) checkConnection();
  }, [routerFailed]);

  return (
    <div role="status" data-testid="connection" className="sticky top-13 z-20">
      {connection.state !== 'online' && (
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-warning-soft px-4 py-2 text-sm text-warning">
          <p className="flex items-start gap-2">
            <WifiOff aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>
              {texts[connection.state]}
              {target && ' The page that you chose opens then.'}
            </span>
          </p>
          {target && (
            <Button size="sm" onClick={cancel}>
              Stay on this page
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/**
 * Without a connection, a link would replace the product by the error page of the browser or by a
 * skeleton. Holds the link that was clicked last, and opens it when the connection is back.
 */
function useHeldNavigation() {
  const [target, setTarget] = useState<string>();
  const router = useRouter();
  const goOn = useEffectEvent(() => {
    if (!isConnected() || !target) return;
    setTarget(undefined);
    router.push(target);
  });

  useEffect(() => {
    function hold(event: MouseEvent) {
      const path = isConnected() ? undefined : pageOf(event);
      if (!path) return;
      event.preventDefault();
      setTarget(path);
    }
    document.addEventListener('click', hold, true);
    const unsubscribe = subscribeConnection(() => goOn());

    return () => {
      document.removeEventListener('click', hold, true);
      unsubscribe();
    };
  }, []);

  return { target, cancel: () => setTarget(undefined) };
}
