'use client';

import { useState } from 'react';
import { LazyDialog } from '#app/_ui/lazy.tsx';
import type { ItemDialogsProps } from './item-dialogs.tsx';

/** Preload it with the menu that opens it. */
export const itemDialogs = {
  name: 'item dialogs',
  load: async () => (await import('./item-dialogs.tsx')).ItemDialogs,
};

/** A funnel or a step. */
export interface Item {
  id: string;
  name: string;
  leads: number;
  /** Of a funnel: the number of its steps that are not archived. */
  steps?: number;
}

type Kind = 'rename' | 'archive';

export interface Confirm {
  current: { kind: Kind; item: Item } | undefined;
  open: boolean;
  setOpen: (open: boolean) => void;
  ask: (kind: Kind, item: Item) => void;
}

/**
 * Which dialog is open, for which item. The item is kept after closing, so that the dialog does not
 * change while it fades out and does not depend on the item's row.
 */
export function useConfirm(): Confirm {
  const [current, setCurrent] = useState<Confirm['current']>();
  const [open, setOpen] = useState(false);

  function ask(kind: Kind, item: Item) {
    setCurrent({ kind, item });
    setOpen(true);
  }

  return { current, open, setOpen, ask };
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
