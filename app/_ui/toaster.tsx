'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { loadLater, useLater } from './load-later.tsx';
import { LoadNotice } from './load-notice.tsx';
import { dismissToasts, subscribeToWaiting, type Toast, waitingToasts } from './toast.ts';

const screen = loadLater(async () => (await import('./toast-screen.tsx')).ToastScreen);

const none: readonly Toast[] = [];

/** Where toasts are shown. Fetched at the first sign of life: some tell that the network has gone. */
export function Toaster() {
  const waiting = useSyncExternalStore(subscribeToWaiting, waitingToasts, () => none);
  const { part: Screen, failed } = useLater(screen, waiting.length > 0);

  useEffect(() => {
    document.addEventListener('pointerdown', screen.load);
    document.addEventListener('keydown', screen.load);

    return () => {
      document.removeEventListener('pointerdown', screen.load);
      document.removeEventListener('keydown', screen.load);
    };
  }, []);

  if (Screen) return <Screen />;
  if (!failed || waiting.length === 0) return null;
  return (
    <LoadNotice failed onRetry={screen.load} onGiveUp={dismissToasts}>
      {waiting.map(({ message }) => message).join(' ')}
    </LoadNotice>
  );
}
