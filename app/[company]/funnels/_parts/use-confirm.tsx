'use client';

import { useKeptDialog } from '#app/_trpc/kept-input.ts';
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
export function useConfirm(noun: 'funnel' | 'step'): Confirm {
  const [{ current, open }, setDialog] = useKeptDialog<Pick<Confirm, 'current' | 'open'>>(
    `rename ${noun}`,
    { current: undefined, open: false },
  );

  return {
    current,
    open,
    setOpen: (next) => setDialog((dialog) => ({ ...dialog, open: next })),
    showDialog: (kind: ItemAction, item: Item) =>
      setDialog({ current: { kind, item }, open: true }),
  };
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
