'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { LoadNotice, preload, useLazy } from './lazy.tsx';
import { dismissToasts, subscribeToWaiting, type Toast, waitingToasts } from './toast.ts';

const screen = {
  name: 'toasts',
  load: async () => (await import('./toast-screen.tsx')).ToastScreen,
};
const preloadScreen = () => preload(screen);

const none: readonly Toast[] = [];

/** Shows toasts. Preloaded at the first interaction: some toasts report that the network is down. */
export function Toaster() {
  const waiting = useSyncExternalStore(subscribeToWaiting, waitingToasts, () => none);
  const { part: Screen, failed, retry } = useLazy(screen, waiting.length > 0);

  useEffect(() => {
    document.addEventListener('pointerdown', preloadScreen);
    document.addEventListener('keydown', preloadScreen);

    return () => {
      document.removeEventListener('pointerdown', preloadScreen);
      document.removeEventListener('keydown', preloadScreen);
    };
  }, []);

  if (Screen) return <Screen />;
  if (!failed || waiting.length === 0) return null;
  return (
    <LoadNotice failed onRetry={retry} onCancel={dismissToasts}>
      {waiting.map(({ message }) => message).join(' ')}
    </LoadNotice>
  );
}
