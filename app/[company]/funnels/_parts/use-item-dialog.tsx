'use client';

import { useDraftDialog } from '#app/_trpc/use-draft.ts';
import { late } from '#app/_ui/late.tsx';
import type { ItemDialog } from './item-dialogs.tsx';

/** Which dialog is open, for which item. */
export const useItemDialog = (noun: 'funnel' | 'step'): ItemDialog =>
  useDraftDialog(`rename ${noun}`);

/** The dialogs of `useItemDialog`. Render it once one was shown. */
export const ItemDialogs = late(async () => (await import('./item-dialogs.tsx')).ItemDialogs);
