'use client';

import { useEffect } from 'react';

/**
 * Sets `html[data-hydrated]` for tests and scripts. Rendered by each screen, not by the layout: a
 * screen behind a skeleton hydrates later than the layout.
 */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);

  return null;
}
