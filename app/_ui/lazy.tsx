'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** Code that a screen does not need at first: dialogs, menus, tooltips. */
export interface Lazy<Part> {
  /** Unique in the app. */
  name: string;
  load: () => Promise<Part>;
}

/** By name. A part that another component has loaded is rendered at once. */
const parts = new Map<string, unknown>();

/**
 * Fetches a lazy part once `enabled`. Not `React.lazy`: that never retries a failed import, and
 * after its fallback it shows the part 300 ms late at the earliest. Not `useQuery`: each row of a
 * list has a menu, and so many queries are slow to hydrate.
 */
export function useLazy<Part>({ name, load }: Lazy<Part>, enabled: boolean) {
  const [isLoaded, setLoaded] = useState(false);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isKnown = isLoaded || (enabled && parts.has(name));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!enabled) return undefined;
    let isCurrent = true;
    load().then(
      (part) => {
        parts.set(name, part);
        if (isCurrent) setLoaded(true);
      },
      () => isCurrent && setFailed(true),
    );

    return () => {
      isCurrent = false;
      setFailed(false);
    };
  }, [enabled, attempt, name, load]);

  return {
    part: isKnown ? (parts.get(name) as Part) : undefined,
    failed,
    retry: () => setAttempt((before) => before + 1),
  };
}

/** Starts a fetch; the bundler keeps the result. `useLazy` reports a failure. */
export function preload({ load }: Lazy<unknown>): void {
  load().catch(() => {});
}

/** Props of a button that opens a lazy part: preloads it on hover and focus. */
export function preloadOnHover(part: Lazy<unknown>) {
  const start = () => preload(part);

  return { onPointerEnter: start, onFocus: start };
}

interface LazyDialogProps<Part> {
  dialog: Lazy<Part>;
  open: boolean;
  /** Called when the code cannot be loaded and the user cancels. */
  onCancel: () => void;
  children: (part: Part) => ReactNode;
}

/** Renders a dialog whose code is fetched when it is first opened. */
export function LazyDialog<Part>({ dialog, open, onCancel, children }: LazyDialogProps<Part>) {
  const { part, failed, retry } = useLazy(dialog, open);

  if (part) return children(part);
  return open && <LoadNotice failed={failed} onRetry={retry} onCancel={onCancel} />;
}

interface LoadNoticeProps {
  failed: boolean;
  onRetry: () => void;
  onCancel: () => void;
}

const place =
  'fixed inset-x-4 bottom-4 z-50 mx-auto rounded-md bg-surface text-left text-fg whitespace-normal shadow-float';

/** Shown while code is loading, after a delay, or when loading failed. */
export function LoadNotice({ failed, onRetry, onCancel }: LoadNoticeProps) {
  if (!failed) {
    return (
      <p role="status" className={`${place} w-fit animate-appear-late px-4 py-2 text-sm`}>
        Loading…
      </p>
    );
  }

  return (
    <div role="alert" className={`${place} grid max-w-md gap-3 p-4 text-base`}>
      <p>
        This part of the page could not be loaded. Check your connection and try again, or reload
        the page.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
