'use client';

import { Archive, Ellipsis, Pencil } from 'lucide-react';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { Menu } from '#app/_ui/menu.tsx';
import type { StepRow } from '#server/api/schemas/funnels.ts';
import { stepDialogs } from '../../_parts/later-dialogs.ts';
import type { Ask } from '../../_parts/use-asked.ts';

interface StepMenuProps {
  step: StepRow;
  onAsk: Ask<'rename' | 'archive', StepRow>;
}

export function StepMenu({ step, onAsk }: StepMenuProps) {
  return (
    <Menu
      opens={stepDialogs}
      trigger={
        <IconButton label={`Actions for ${step.name}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {({ MenuItem }) => (
        <>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAsk('rename', step)}>
            Rename
          </MenuItem>
          <MenuItem icon={<Archive aria-hidden />} onSelect={() => onAsk('archive', step)}>
            Archive
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
