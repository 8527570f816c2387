'use client';

import type { ComponentType, ReactNode } from 'react';
import { ArchiveDialog } from './archive-dialog.tsx';
import type { RenameProps } from './rename-dialogs.tsx';
import type { Archiving } from './use-archiving.ts';
import type { Asking } from './use-asked.ts';

interface Item {
  id: string;
  name: string;
}

export interface AskingProps<Asked extends Item> {
  asking: Asking<'rename' | 'archive', Asked>;
  archive: Archiving['archive'];
}

interface ItemDialogsProps<Asked extends Item> extends AskingProps<Asked> {
  noun: 'funnel' | 'step';
  Rename: ComponentType<RenameProps>;
  /** What archiving it does, in numbers. */
  impact: (item: Asked) => ReactNode;
}

/** Renaming and archiving whatever was asked about. */
export function ItemDialogs<Asked extends Item>(props: ItemDialogsProps<Asked>) {
  const { asking, archive, noun, Rename, impact } = props;
  const { asked, open, setOpen } = asking;
  if (!asked) return null;

  return (
    <>
      <Rename item={asked.item} open={open && asked.kind === 'rename'} onOpenChange={setOpen} />
      <ArchiveDialog
        open={open && asked.kind === 'archive'}
        onOpenChange={setOpen}
        title={`Archive ${asked.item.name}?`}
        impact={impact(asked.item)}
        confirmLabel={`Archive ${noun}`}
        archive={() => archive(asked.item)}
      />
    </>
  );
}
