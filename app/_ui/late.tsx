'use client';

import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import { Button } from './button.tsx';
import { refusesToOpen } from './offline.tsx';

const place =
  'fixed inset-x-4 bottom-4 z-50 mx-auto w-fit rounded-md bg-surface px-4 text-fg shadow-float';

/** Shown after a delay. */
function Loading() {
  return (
    <p role="status" className={`${place} animate-appear-late py-2 text-sm`}>
      Loading…
    </p>
  );
}

/** In place of a part whose code could not be loaded, also because an update has removed it. */
export function NotLoaded() {
  return (
    <div role="alert" className={`${place} flex flex-wrap items-center gap-x-4 gap-y-2 py-3`}>
      <p>This part of the page could not be loaded.</p>
      <Button size="sm" onClick={() => refusesToOpen() || location.reload()}>
        Reload the page
      </Button>
    </div>
  );
}

/**
 * A dialog whose code is loaded when it is first rendered, because it is large and rarely opened. A
 * failed load leaves the screen as it is: `next/dynamic` would throw it at the screen.
 */
export const late = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  dynamic<Props>(() => load().catch((): ComponentType<Props> => NotLoaded), { loading: Loading });
