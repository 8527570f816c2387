'use client';

import { createStored } from '#app/_ui/stored.ts';

interface BoardSettings {
  compact: boolean;
}

/** How high the cards of a board are in this browser. */
export const useBoardSettings = createStored<BoardSettings>(
  'leadgate.board',
  { compact: false },
  (stored: { compact?: unknown }) => ({ compact: stored.compact === true }),
);
