'use client';

import { useState } from 'react';

export type Ask<Kind extends string, Item> = (kind: Kind, item: Item) => void;

export interface Asking<Kind extends string, Item> {
  asked: { kind: Kind; item: Item } | undefined;
  open: boolean;
  setOpen: (open: boolean) => void;
  ask: Ask<Kind, Item>;
}

/**
 * Which dialog is open about which item. The item outlives the closing, so that the dialog keeps
 * its words while it fades out; and both outlive the item's row.
 */
export function useAsked<Kind extends string, Item>(): Asking<Kind, Item> {
  const [asked, setAsked] = useState<{ kind: Kind; item: Item }>();
  const [open, setOpen] = useState(false);

  function ask(kind: Kind, item: Item) {
    setAsked({ kind, item });
    setOpen(true);
  }

  return { asked, open, setOpen, ask };
}
