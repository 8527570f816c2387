'use client';

import { useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSession } from '#app/_trpc/session.tsx';

const prefix = 'leadgate.screen.';

/** What the browser refuses to store is forgotten on leaving. */
function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    /* Nothing is remembered. */
  }
}

const never = () => () => {};
const isInBrowser = () => true;
const isOnServer = () => false;

interface Remembered {
  /** Unique in the company. */
  screen: string;
  /** What the screen shows, as the query of its address; empty for what it shows at first. */
  query: string;
  /** The address says itself what to show, even if that is what it shows at first. */
  isGiven: boolean;
  restore: (query: string) => void;
}

/**
 * Shows what a screen showed when this tab left it, after a navigation that comes back to it without
 * saying what to show. An address that is opened in another way shows what it says.
 */
export function useRemembered({ screen, query, isGiven, restore }: Remembered): void {
  const { user, company } = useSession();
  const key = `${prefix}${user.id}.${company.slug}.${screen}`;
  const [isBack] = useState(useSyncExternalStore(never, isInBrowser, isOnServer));
  const isFirst = useRef(true);
  const restoreLast = useEffectEvent(() => {
    const last = isBack && !isGiven ? read(key) : '';
    if (last) restore(last);
    return last !== '';
  });

  // Before the first paint, so that nothing else is shown first.
  useLayoutEffect(() => {
    const isRestored = isFirst.current && restoreLast();
    isFirst.current = false;
    if (!isRestored) write(key, query);
  }, [key, query]);
}
