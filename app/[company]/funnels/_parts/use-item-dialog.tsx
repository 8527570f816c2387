'use client';

import { useDraftDialog } from '#app/_trpc/use-draft.ts';
import { LazyDialog } from '#app/_ui/lazy.tsx';
import type { ItemDialog, ItemDialogsProps } from './item-dialogs.tsx';

/** Preload it with the menu that opens it. */
export const itemDialogs = {
  name: 'item dialogs',
  load: async () => (await import('./item-dialogs.tsx')).ItemDialogs,
};

/** Which dialog is open, for which item. */
export const useItemDialog = (noun: 'funnel' | 'step'): ItemDialog =>
  useDraftDialog(`rename ${noun}`);

/** The dialogs of `useItemDialog`. */
export function LazyItemDialogs(props: ItemDialogsProps) {
  return (
    <LazyDialog dialog={itemDialogs} open={props.dialog.open} onCancel={props.dialog.close}>
      {(ItemDialogs) => <ItemDialogs {...props} />}
    </LazyDialog>
  );
}
