'use client';

import { usePathname } from 'next/navigation';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useSession } from '#app/_trpc/session.tsx';

const prefix = 'leadgate.draft.';
const retentionMs = 30 * 24 * 3_600_000;

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

/** Removes drafts that were not changed for `retentionMs`. */
function removeOld(): void {
  try {
    for (const key of storedKeys(prefix)) {
      if ((parse(read(key))?.at ?? 0) < Date.now() - retentionMs) localStorage.removeItem(key);
    }
  } catch {
    /* Without storage there is nothing to remove. */
  }
}
if (typeof window !== 'undefined') removeOld();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);

  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** A draft as it is at the time of a call, for answers that arrive later than they are rendered. */
interface StoredDraft<Value> {
  read: () => Value | undefined;
  /** `undefined` discards it. */
  write: (value: Value | undefined) => void;
  /**
   * Removes what was saved, and keeps what was typed meanwhile.
   *
   * @returns whether nothing was typed meanwhile
   */
  removeSaved: (saved: Value) => boolean;
}

function storedDraft<Value>(key: string): StoredDraft<Value> {
  const readNow = () => parse<Value>(read(key))?.value;
  const writeNow = (value: Value | undefined) =>
    write(key, value === undefined ? undefined : JSON.stringify({ at: Date.now(), value }));

  return {
    read: readNow,
    write: writeNow,
    removeSaved(saved) {
      const now = readNow();
      if (now !== undefined && JSON.stringify(now) !== JSON.stringify(saved)) return false;
      writeNow(undefined);
      return true;
    },
  };
}

function useDraftKey(name: string): string {
  const { user, company } = useSession();

  return `${prefix}${user.id}.${company.slug}.${name}`;
}

/** The draft of `useDraft(name)`, for components that do not show it. */
export function useStoredDraft<Value>(name: string): StoredDraft<Value> {
  const key = useDraftKey(name);

  return useMemo(() => storedDraft<Value>(key), [key]);
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
  const key = useDraftKey(name);
  const stored = useStoredDraft<Value>(name);
  const readText = useCallback(() => read(key), [key]);
  const text = useSyncExternalStore(subscribe, readText, onServer);
  const draft = useMemo(() => parse<Value>(text)?.value, [text]);

  return [draft, stored.write, stored] as const;
}

/** What was typed into the form of a dialog, and what the dialog is about. */
interface DialogDraft<About> {
  about: About;
  values: FieldValues;
}

export interface DraftDialog<About> {
  open: boolean;
  /** What it is about. Stays after closing, while the dialog fades out. */
  about: About | undefined;
  /** Both discard what was typed. */
  show: (about: About) => void;
  close: () => void;
  stored: StoredDraft<DialogDraft<About>>;
}

/**
 * A dialog of this page with a form. When the page is opened and something was typed there that was
 * neither saved nor discarded, the dialog is open again.
 *
 * @param name unique to the dialog on the page
 */
export function useDraftDialog<About>(name: string): DraftDialog<About> {
  const stored = useStoredDraft<DialogDraft<About>>(`${usePathname()}.${name}`);
  const [state, setState] = useState<{ open: boolean; about?: About }>({ open: false });
  const change = (next: { open: boolean; about?: About }) => {
    stored.write(undefined);
    setState((before) => ({ ...before, ...next }));
  };
  const reopen = useEffectEvent(() => {
    const draft = stored.read();
    if (draft) setState({ open: true, about: draft.about });
  });
  useEffect(() => reopen(), []);

  return {
    open: state.open,
    about: state.about,
    show: (about) => change({ open: true, about }),
    close: () => change({ open: false }),
    stored,
  };
}

/** Fills the form of a dialog in with its draft, and makes a draft of each change. Never for secrets. */
export function useFormDraft<Values extends FieldValues, About>(
  { about, stored }: DraftDialog<About>,
  form: UseFormReturn<Values>,
): void {
  const restore = useEffectEvent(() => {
    const draft = stored.read();
    if (draft) form.reset(draft.values as Values, { keepDefaultValues: true });
  });
  const keep = useEffectEvent((values: Values, isDirty = false) =>
    stored.write(isDirty && about !== undefined ? { about, values } : undefined),
  );

  useEffect(() => {
    restore();
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => keep(values, isDirty),
    });
  }, [form]);
}
