'use client';

import { Archive, ArrowDown, ArrowUp, Ellipsis, Pencil } from 'lucide-react';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { Menu } from '#app/_ui/menu.tsx';
import type { FunnelRow } from '#server/api/schemas/funnels.ts';
import { funnelDialogs } from '../_parts/later-dialogs.ts';
import type { Ask } from '../_parts/use-asked.ts';

interface FunnelMenuProps {
  funnel: FunnelRow;
  onAsk: Ask<'rename' | 'archive', FunnelRow>;
  /** Left out at the end of the list. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

export function FunnelMenu({ funnel, onAsk, onUp, onDown }: FunnelMenuProps) {
  return (
    <Menu
      opens={funnelDialogs}
      trigger={
        <IconButton label={`Actions for ${funnel.name}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {({ MenuItem, MenuSeparator }) => (
        <>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAsk('rename', funnel)}>
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
          <MenuSeparator />
          <MenuItem icon={<Archive aria-hidden />} onSelect={() => onAsk('archive', funnel)}>
            Archive
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
