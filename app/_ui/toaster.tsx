'use client';

import { useEffect, useState } from 'react';
import type { ToastCall, Toasts } from './toasts.tsx';

/** Set by the toaster of the page. */
let make: (call: ToastCall) => void = () => {};

/** For a change that leaves nothing to show in its place. */
export function showDone(message: string): void {
  make((toast) => toast(message));
}

/** For changes that can be undone. Other results are shown in place. */
export function showUndo(message: string, onUndo: () => void): void {
  make((toast) => toast(message, { action: { label: 'Undo', onClick: onUndo } }));
}

/** For an optimistic change that was reverted, because the server refused it. */
export function showRetry(message: string, onRetry: () => void, label = 'Retry'): void {
  make((toast) => toast.error(message, { action: { label, onClick: onRetry } }));
}

/** Call when the action of a toast was done in another way. */
export function dismissToasts(): void {
  make((toast) => toast.dismiss());
}

/**
 * Shows toasts. Their code is fetched with the first press of a key or pointer: a toast is about what
 * a person has done, and about what failed without a connection. After a failure the next toast tries
 * again.
 */
export function Toaster() {
  const [isUsed, setUsed] = useState(false);
  const [calls, setCalls] = useState<readonly ToastCall[]>([]);
  const [part, setPart] = useState<{ Toasts: typeof Toasts }>();

  useEffect(() => {
    make = (call) => setCalls((before) => [...before, call]);
    const start = () => setUsed(true);
    const once = { once: true, capture: true };
    document.addEventListener('pointerdown', start, once);
    document.addEventListener('keydown', start, once);
    return () => {
      make = () => {};
      document.removeEventListener('pointerdown', start, once);
      document.removeEventListener('keydown', start, once);
    };
  }, []);

  const isWanted = !part && (isUsed || calls.length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast is a reason to try again
  useEffect(() => {
    if (isWanted) import('./toasts.tsx').then(setPart, () => {});
  }, [isWanted, calls]);

  return part && <part.Toasts calls={calls} />;
}
