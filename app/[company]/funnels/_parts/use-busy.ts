'use client';

import { useRef, useState } from 'react';

/**
 * Holds a dialog while what it started is under way, reading the lists again included: it cannot be
 * started twice, nor closed under its own answer.
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
