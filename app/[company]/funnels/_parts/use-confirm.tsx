'use client';

import { useState } from 'react';
import { LazyDialog } from '#app/_ui/lazy.tsx';
import type { Confirm, Item, ItemAction, ItemDialogsProps } from './item-dialogs.tsx';

/** Preload it with the menu that opens it. */
export const itemDialogs = {
  name: 'item dialogs',
  load: async () => (await import('./item-dialogs.tsx')).ItemDialogs,
};

/**
 * Which dialog is open, for which item. The item is kept after closing, so that the dialog does not
 * change while it fades out and does not depend on the item's row.
 */
export function useConfirm(): Confirm {
  const [current, setCurrent] = useState<Confirm['current']>();
  const [open, setOpen] = useState(false);

  function showDialog(kind: ItemAction, item: Item) {
    setCurrent({ kind, item });
    setOpen(true);
  }

  return { current, open, setOpen, showDialog };
}

/** The dialogs of `useConfirm`. */
export function LazyItemDialogs(props: ItemDialogsProps) {
  const { open, setOpen } = props.confirm;

  return (
    <LazyDialog dialog={itemDialogs} open={open} onCancel={() => setOpen(false)}>
      {(ItemDialogs) => <ItemDialogs {...props} />}
    </LazyDialog>
  );
}
