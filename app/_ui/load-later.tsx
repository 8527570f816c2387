'use client';

import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { LoadNotice } from './load-notice.tsx';

interface State<Part> {
  part: Part | undefined;
  failed: boolean;
}

export interface Later<Part> {
  /** Fetches the part unless it is there or on its way. After a failure it tries again. */
  load: () => void;
  state: () => State<Part>;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Code that a screen can be read without: dialogs with their forms, menus, toasts. By hand and not
 * with `React.lazy`, which remembers a failure for ever and brings down the screen around it.
 */
export function loadLater<Part>(fetchPart: () => Promise<Part>): Later<Part> {
  const listeners = new Set<() => void>();
  let state: State<Part> = { part: undefined, failed: false };
  let loading = false;

  function become(next: State<Part>) {
    state = next;
    for (const listener of listeners) listener();
  }

  async function load() {
    if (loading || state.part) return;
    loading = true;
    if (state.failed) become({ part: undefined, failed: false });
    try {
      become({ part: await fetchPart(), failed: false });
    } catch {
      become({ part: undefined, failed: true });
    } finally {
      loading = false;
    }
  }

  return {
    load: () => void load(),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The part once it is there; fetched as soon as it is `wanted`. */
export function useLater<Part>(later: Later<Part>, wanted: boolean): State<Part> {
  const state = useSyncExternalStore(later.subscribe, later.state, later.state);

  useEffect(() => {
    if (wanted) later.load();
  }, [later, wanted]);

  return state;
}

/** For a button that opens such parts: they are fetched while the hand is still on its way to it. */
export function intent(...laters: readonly Later<unknown>[]) {
  function load() {
    for (const later of laters) later.load();
  }

  return { onPointerEnter: load, onFocus: load };
}

interface LoadedWhenOpenProps<Part> {
  later: Later<Part>;
  open: boolean;
  /** The part cannot be had, and the person does without. */
  onGiveUp: () => void;
  children: (part: Part) => ReactNode;
}

/** A dialog that is fetched when it is first opened. Stays mounted after that, so that it can fade. */
export function LoadedWhenOpen<Part>(props: LoadedWhenOpenProps<Part>) {
  const { later, open, onGiveUp, children } = props;
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  const { part, failed } = useLater(later, wanted);

  if (wanted && part) return children(part);
  return open && <LoadNotice failed={failed} onRetry={later.load} onGiveUp={onGiveUp} />;
}
