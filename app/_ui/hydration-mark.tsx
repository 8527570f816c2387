'use client';

import { useEffect } from 'react';
import { takeEarlyPress } from './early-press.ts';

/**
 * Sets `html[data-hydrated]` for tests and scripts and replays an early press. Rendered by each
 * screen, not by the layout: a screen behind a skeleton hydrates later than the layout.
 */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    takeEarlyPress()?.click();
  }, []);

  return null;
}
