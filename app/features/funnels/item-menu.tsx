'use client';

import {
  Archive,
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpDown,
  ArrowUpToLine,
  Ellipsis,
  Pencil,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useDraftDialog } from '#app/_trpc/use-draft.ts';
import { IconButton } from '#app/_ui/button.tsx';
import { late } from '#app/_ui/late.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/_ui/menu.tsx';
import type { Item, ItemDialog, ItemOrder } from './item-dialogs.tsx';

interface ItemMenuProps {
  item: Item & { archivedAt: string | null };
  showDialog: ItemDialog['show'];
  variant?: 'ghost' | 'secondary';
  /** Absent where items are not moved. */
  order?: ItemOrder | undefined;
  /** Beside the menu are buttons that move the item by one place. */
  hasButtons?: boolean;
  /** Further items, after renaming. */
  children?: ReactNode;
}

/** The menu of a funnel or a step. */
export function ItemMenu({
  item,
  showDialog,
  variant = 'ghost',
  order,
  hasButtons = false,
  children,
}: ItemMenuProps) {
  const moves = order ? movesOf(item, order, hasButtons) : [];
  const canChoose = order !== undefined && order.ids.length > 3;

  return (
    <Menu
      trigger={
        <IconButton variant={variant} label={`Actions for ${item.name}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => showDialog({ kind: 'rename', item })}>
        Rename
      </MenuItem>
      {children}
      {moves.map(({ label, icon, to }) => (
        <MenuItem key={label} icon={icon} onSelect={() => order?.move(item.id, to)}>
          {label}
        </MenuItem>
      ))}
      {canChoose && (
        <MenuItem
          icon={<ArrowUpDown aria-hidden />}
          onSelect={() => showDialog({ kind: 'move', item })}
        >
          Move to position…
        </MenuItem>
      )}
      {(moves.length > 0 || canChoose) && <MenuSeparator />}
      {!item.archivedAt && (
        <MenuItem
          icon={<Archive aria-hidden />}
          onSelect={() => showDialog({ kind: 'archive', item })}
        >
          Archive
        </MenuItem>
      )}
    </Menu>
  );
}

interface Move {
  label: string;
  icon: ReactNode;
  to: number;
}

/** Where the item can go with one press: never twice to the same place. */
function movesOf({ id }: Item, { ids }: ItemOrder, hasButtons: boolean): Move[] {
  const place = ids.indexOf(id);
  const last = ids.length - 1;
  const moves: Move[] = [
    { label: 'Move up', icon: <ArrowUp aria-hidden />, to: place - 1 },
    { label: 'Move down', icon: <ArrowDown aria-hidden />, to: place + 1 },
    { label: 'Move to top', icon: <ArrowUpToLine aria-hidden />, to: 0 },
    { label: 'Move to bottom', icon: <ArrowDownToLine aria-hidden />, to: last },
  ];
  const byOne = ({ to }: Move) => Math.abs(to - place) === 1;
  const steps = moves.slice(0, 2).filter(({ to }) => !hasButtons && to >= 0 && to <= last);
  const jumps = moves.slice(2).filter((move) => move.to !== place && !byOne(move));

  return [...steps, ...jumps];
}

/** Which dialog is open, for which item. */
export const useItemDialog = (noun: 'funnel' | 'step' | 'archived step'): ItemDialog =>
  useDraftDialog(`rename ${noun}`);

/** The dialogs of `useItemDialog`. Render it once one was shown. */
export const ItemDialogs = late(async () => (await import('./item-dialogs.tsx')).ItemDialogs);
