'use client';

import { useEffect, useEffectEvent } from 'react';
import { signInPath } from '#app/(auth)/sign-in/callback-path.ts';
import { keepInput } from './kept-input.ts';

/** All tabs of an origin share the cookie of the session, and this channel. */
const channel =
  typeof window === 'undefined' ? undefined : new BroadcastChannel('leadgate.session');

export type SessionNews = 'began' | 'ended';

/** Tells the other tabs. */
export function announceSession(news: SessionNews): void {
  channel?.postMessage(news);
}

/** Calls `onNews` when another tab announces it, also while this one is hidden. */
export function useSessionNews(news: SessionNews, onNews: () => void): void {
  const latest = useEffectEvent(onNews);

  useEffect(() => {
    const listen = ({ data }: MessageEvent<SessionNews>) => {
      if (data === news) latest();
    };
    channel?.addEventListener('message', listen);

    return () => channel?.removeEventListener('message', listen);
  }, [news]);
}

/** Opens the sign-in page, which leads back here. */
export function leaveForSignIn(userId: string): void {
  keepInput(userId);
  location.assign(signInPath(`${location.pathname}${location.search}`, true));
}
