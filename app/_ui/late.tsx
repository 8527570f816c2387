'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { useIsHydrated } from './hydration-mark.tsx';
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
function NotLoaded() {
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
 * A part of a screen whose code is loaded when it is first rendered, or before, with `usePreload`. A
 * failed load leaves the screen as it is, and is tried again when the part is next shown. `lazy` would
 * throw it at the screen, and show a placeholder for 300 ms even where the code is there.
 *
 * @param Placeholder shown while the code is loading, and rendered on the server
 * @param Failed shown in place of a part whose code could not be loaded
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType = Loading,
  Failed: () => ReactNode = NotLoaded,
) {
  let loaded: ComponentType<Props> | undefined;
  async function read() {
    loaded = await load();
    return loaded;
  }

  function Late(props: Props) {
    const [part, setPart] = useState(() => loaded);
    const isHydrated = useIsHydrated();
    const Part = isHydrated ? part : undefined;
    useEffect(() => {
      void read()
        .catch(() => Failed)
        .then((result) => setPart(() => result));
    }, []);

    return Part ? <Part {...props} /> : <Placeholder />;
  }

  return Object.assign(Late, { preload: () => read().catch(() => undefined) });
}

/** Loads the code of a part after that of the screen, so that the part opens at once, also offline. */
export function usePreload(
  { preload }: { preload: () => Promise<unknown> },
  isNeeded = true,
): void {
  useEffect(() => {
    if (isNeeded) void preload();
  }, [preload, isNeeded]);
}
