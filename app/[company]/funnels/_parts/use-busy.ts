'use client';

import { useRef, useState } from 'react';

/**
 * Keeps a dialog open while its work runs, refetching included: the work cannot be started twice,
 * and the dialog cannot be closed.
 */
export function useBusy(onOpenChange: (open: boolean) => void) {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);

  async function run(work: () => Promise<unknown>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);

    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  function change(open: boolean): void {
    if (!running.current) onOpenChange(open);
  }

  return { busy, run, change };
}
