'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useSession } from '#app/_trpc/session.tsx';

const prefix = 'leadgate.draft.';
const keptMs = 30 * 24 * 3_600_000;

interface Draft<Value> {
  /** Milliseconds since 1970. */
  at: number;
  value: Value;
}

/** What the browser refuses to store lasts as long as the page. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

function read(key: string): string | null {
  const text = unstored.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | undefined): void {
  unstored.delete(key);
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text !== undefined) unstored.set(key, text);
  }
  for (const listener of listeners) listener();
}

/** Guarantee: only `useDraft` writes entries, and a name stands for one type. */
const parse = <Value>(text: string | null) =>
  text === null ? undefined : (JSON.parse(text) as Draft<Value>);

const storedKeys = (begin: string) =>
  Object.keys(localStorage).filter((key) => key.startsWith(begin));

/**
 * Removes the drafts of a user: after a sign-out those in all companies, or those about something that
 * is gone.
 *
 * @param about the beginning of their names, after the slug of the company and a dot
 */
export function removeDrafts(userId: string, about = ''): void {
  const begin = `${prefix}${userId}.${about}`;
  for (const key of unstored.keys()) {
    if (key.startsWith(begin)) unstored.delete(key);
  }
  try {
    for (const key of storedKeys(begin)) localStorage.removeItem(key);
  } catch {
    /* Without storage there is nothing to remove. */
  }
}

/** Removes drafts that were not changed for `keptMs`. */
function removeOld(): void {
  for (const key of storedKeys(prefix)) {
    if ((parse(read(key))?.at ?? 0) < Date.now() - keptMs) localStorage.removeItem(key);
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    try {
      removeOld();
    } catch {
      /* Without storage there is nothing to remove. */
    }
  }
  listeners.add(listener);
  addEventListener('storage', listener);

  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

const onServer = () => null;

/**
 * What a user has typed for a company and not saved, in this browser: it survives a reload, the end of
 * the session and a lost connection, but no sign-out, and all tabs show the same. Never for passwords or secrets.
 *
 * @param name unique in the company to the form and to what it is about
 * @returns the draft, `setDraft` (`undefined` discards it), and `stored`
 */
export function useDraft<Value>(name: string) {
  const { user, company } = useSession();
  const key = `${prefix}${user.id}.${company.slug}.${name}`;
  const text = useSyncExternalStore(subscribe, () => read(key), onServer);
  const draft = useMemo(() => parse<Value>(text)?.value, [text]);
  const setDraft = useCallback(
    (value: Value | undefined) =>
      write(key, value === undefined ? undefined : JSON.stringify({ at: Date.now(), value })),
    [key],
  );
  const stored = useMemo(() => storedDraft<Value>(key), [key]);

  return [draft, setDraft, stored] as const;
}

/** The draft at the time of a call, for answers that arrive later than they are rendered. */
const storedDraft = <Value>(key: string) => ({
  read: () => parse<Value>(read(key))?.value,
  /**
   * Removes what was saved, and keeps what was typed meanwhile.
   *
   * @returns whether nothing was typed meanwhile
   */
  removeSaved(saved: Value): boolean {
    const now = parse<Value>(read(key))?.value;
    if (now !== undefined && JSON.stringify(now) !== JSON.stringify(saved)) return false;
    write(key, undefined);
    return true;
  },
});
