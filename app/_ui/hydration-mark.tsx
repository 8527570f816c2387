'use client';

import { useEffect } from 'react';

/** Tells tests and scripts that the page reacts now: `html[data-hydrated]`. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);

  return null;
}
