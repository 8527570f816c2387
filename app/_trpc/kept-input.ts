'use client';

import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useSession } from '#app/_trpc/session.tsx';

const storageKey = 'leadgate.kept';

/** What a user had typed on a page. Never passwords or secrets: only listed forms take part. */
interface Kept {
  user: string;
  path: string;
  /** By name of the form or dialog. */
  parts: Record<string, unknown>;
}

/** Of the mounted forms and dialogs: what to keep, `undefined` for nothing. */
const readers = new Map<string, () => unknown>();

/** Call before the page is left because the session has ended. Stays in this tab. */
export function keepInput(user: string): void {
  const parts = Object.fromEntries([...readers].map(([name, read]) => [name, read()]));
  const kept: Kept = { user, path: location.pathname, parts };

  sessionStorage.setItem(storageKey, JSON.stringify(kept));
}

/** Guarantee: only `keepInput` writes the item. */
const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as Kept));

function readParts(user: string): Record<string, unknown> {
  const kept = parse(sessionStorage.getItem(storageKey));
  if (kept && kept.user !== user) sessionStorage.removeItem(storageKey);

  return kept?.user === user && kept.path === location.pathname ? kept.parts : {};
}

/**
 * Takes a part once. Guarantee of the type: the form or dialog of the same name wrote it.
 */
function take<Value>(user: string, name: string): Value | undefined {
  const { [name]: value, ...parts } = readParts(user);
  if (value === undefined) return undefined;
  const rest: Kept = { user, path: location.pathname, parts };
  sessionStorage.setItem(storageKey, JSON.stringify(rest));

  return value as Value;
}

function useKept<Value>(
  name: string,
  read: () => Value | undefined,
  restore: (value: Value) => void,
  isWanted: (parts: Record<string, unknown>) => boolean,
): void {
  const { user } = useSession();
  const readNow = useEffectEvent(read);
  const restoreOnce = useEffectEvent(() => {
    if (!isWanted(readParts(user.id))) return;
    const value = take<Value>(user.id, name);
    if (value !== undefined) restore(value);
  });

  useEffect(() => {
    restoreOnce();
    readers.set(name, () => readNow());

    return () => {
      readers.delete(name);
    };
  }, [name]);
}

const dialogOf = (name: string) => `${name} dialog`;

/** Restores what was typed into a form when the session ended. Not for passwords or secrets. */
export function useKeptForm<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
): void {
  const { isDirty } = form.formState;

  useKept<Values>(
    name,
    () => (isDirty ? form.getValues() : undefined),
    (values) => form.reset(values, { keepDefaultValues: true }),
    () => true,
  );
}

/** The state of the dialog of `useKeptForm(name, …)`: opens it again to restore what was typed. */
export function useKeptDialog<State>(
  name: string,
  initial: State,
): [State, Dispatch<SetStateAction<State>>] {
  const [state, setState] = useState(initial);

  useKept<State>(
    dialogOf(name),
    () => state,
    setState,
    (parts) => name in parts,
  );

  return [state, setState];
}
