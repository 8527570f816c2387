'use client';

import { useRef, useState } from 'react';

/** Runs the work of a dialog, including the refetch after it, never twice at a time. */
export function useBusy() {
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

  return { busy, run };
}
