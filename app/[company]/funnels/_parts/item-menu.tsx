'use client';

import { Archive, ArrowDown, ArrowUp, Ellipsis, Pencil } from 'lucide-react';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { Menu } from '#app/_ui/menu.tsx';
import type { Confirm, Item } from './item-dialogs.tsx';
import { itemDialogs } from './use-confirm.tsx';

interface ItemMenuProps {
  item: Item & { archivedAt: string | null };
  showDialog: Confirm['showDialog'];
  variant?: 'ghost' | 'secondary';
  /** Absent for the first item, and where items are moved in another way. */
  onUp?: (() => void) | undefined;
  /** Absent for the last item. */
  onDown?: (() => void) | undefined;
}

/** The menu of a funnel or a step. */
export function ItemMenu({ item, showDialog, variant = 'ghost', onUp, onDown }: ItemMenuProps) {
  return (
    <Menu
      opens={itemDialogs}
      trigger={
        <IconButton variant={variant} label={`Actions for ${item.name}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {({ MenuItem, MenuSeparator }) => (
        <>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => showDialog('rename', item)}>
            Rename
          </MenuItem>
          {onUp && (
            <MenuItem icon={<ArrowUp aria-hidden />} onSelect={onUp}>
              Move up
            </MenuItem>
          )}
          {onDown && (
            <MenuItem icon={<ArrowDown aria-hidden />} onSelect={onDown}>
              Move down
            </MenuItem>
          )}
          {(onUp || onDown) && <MenuSeparator />}
          {!item.archivedAt && (
            <MenuItem icon={<Archive aria-hidden />} onSelect={() => showDialog('archive', item)}>
              Archive
            </MenuItem>
          )}
        </>
      )}
    </Menu>
  );
}
