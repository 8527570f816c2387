'use client';

import { useEffect } from 'react';
import { takeEarlyPress } from './early-press.ts';

/**
 * Part of every screen, not of the layout: one behind a skeleton reacts later than what surrounds
 * it. Tells tests and scripts that it does, by `html[data-hydrated]`.
 */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    takeEarlyPress()?.click();
  }, []);

  return null;
}
