'use client';

import dynamic from 'next/dynamic';
import { useDraftDialog } from '#app/_trpc/use-draft.ts';
import { LoadingDialog } from '#app/_ui/skeleton.tsx';
import type { ItemDialog } from './item-dialogs.tsx';

/** Which dialog is open, for which item. */
export const useItemDialog = (noun: 'funnel' | 'step'): ItemDialog =>
  useDraftDialog(`rename ${noun}`);

/** The dialogs of `useItemDialog`. Render it once one was shown. */
export const ItemDialogs = dynamic(
  () => import('./item-dialogs.tsx').then((module) => module.ItemDialogs),
  { loading: LoadingDialog },
);
