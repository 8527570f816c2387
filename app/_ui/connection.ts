'use client';

import { useSyncExternalStore } from 'react';

/** `offline`: the browser has no network. `unreachable`: it has, but the server does not answer. */
export type Connection = { state: 'online' } | { state: 'offline' | 'unreachable'; since: Date };

/** Milliseconds. */
const checkInterval = 2_000;
const checkTimeout = 5_000;

export const unreachableText = 'The server cannot be reached. Check your connection and try again.';

const online = { state: 'online' } satisfies Connection;
let current: Connection = online;
let restorations = 0;
let isChecking = false;
let endPause = () => {};
const listeners = new Set<() => void>();

function set(next: Connection): void {
  if (next === online && current !== online) restorations += 1;
  current = next;
  for (const listener of listeners) listener();
}

export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener);

  return () => listeners.delete(listener);
}

export const connectionState = () => current.state;
export const isConnected = () => current === online;

/** Whether the server answers. An error page of a proxy is no answer. */
export async function reachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(checkTimeout);

    return (await fetch('/api/auth/providers', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

/**
 * Call after a request that the network failed. The connection counts as lost if a check fails too,
 * and until one succeeds. Checks go on while the browser says that it is offline.
 */
export async function checkConnection(): Promise<void> {
  endPause();
  if (isChecking) return;
  isChecking = true;
  let since = new Date();

  for (;;) {
    const isReachable = await reachable();
    if (current.state !== 'online') since = current.since;
    if (!isReachable) set({ state: navigator.onLine ? 'unreachable' : 'offline', since });
    else if (current !== online) set(online);
    // An answer may have come just before the browser lost its network: then the next check tells.
    if (isReachable && navigator.onLine) break;

    await new Promise<void>((resolve) => {
      endPause = resolve;
      setTimeout(resolve, checkInterval);
    });
  }
  isChecking = false;
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', checkConnection);
  window.addEventListener('online', checkConnection);
  if (!navigator.onLine) checkConnection();
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribeConnection,
    () => current,
    () => online,
  );
}

/** How often a lost connection has come back since the page was loaded. */
export function useRestorations(): number {
  return useSyncExternalStore(
    subscribeConnection,
    () => restorations,
    () => 0,
  );
}
