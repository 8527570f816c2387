'use client';

import { useEffect, useEffectEvent } from 'react';
import { unreachableText } from '#app/_ui/connection.ts';
import { showRetry } from '#app/_ui/toaster.tsx';
import { signInPath } from '#db/values/sign-in.ts';
import { removeDrafts } from './use-draft.ts';

/** All tabs of an origin share the cookie of the session, and this channel. */
const channel =
  typeof window === 'undefined' ? undefined : new BroadcastChannel('leadgate.session');

export type SessionNews = 'began' | 'signingOut' | 'ended';

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

/** While true, a failed call is no surprise, and the sign-in page does not lead back here. */
let signingOut = false;

/** While another tab signs out, what was searched for in this one goes with the session. */
let signingOutElsewhere = false;
channel?.addEventListener('message', ({ data }: MessageEvent<SessionNews>) => {
  if (data !== 'ended') signingOutElsewhere = data === 'signingOut';
});

/**
 * Ends the session, removes what the user typed and did not save, and opens the sign-in page; or says
 * that the server could not be reached. Imports next-auth only now, because it is large.
 */
export async function signOut(userId: string): Promise<void> {
  signingOut = true;
  announceSession('signingOut');
  try {
    const nextAuth = await import('next-auth/react');
    await nextAuth.signOut({ redirect: false });
    announceSession('ended');
    removeDrafts(userId);
    // What was searched for on the screens of this tab.
    sessionStorage.clear();
    location.assign('/sign-in');
  } catch {
    signingOut = false;
    announceSession('began');
    showRetry(`You are still signed in. ${unreachableText}`, () => void signOut(userId));
  }
}

/** Each refused call reports the end, and a second navigation would abort the first. */
let leaving = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pageshow', () => {
    leaving = false;
  });
}

/** Opens the sign-in page, which leads back here. */
export function leaveForSignIn(): void {
  if (signingOut || leaving) return;
  leaving = true;
  if (signingOutElsewhere) sessionStorage.clear();
  location.assign(signInPath(`${location.pathname}${location.search}`, true));
}
