'use client';

import { Ellipsis, Pencil, Power, PowerOff, RefreshCw, Trash2 } from 'lucide-react';
import type { ApiKeyView } from '#server/api/schemas/api-keys.ts';
import { IconButton } from '../../../_ui/icon-button.tsx';
import { Menu } from '../../../_ui/menu.tsx';
import { canActivate, canRotate, isWorking } from './key-words.ts';
import { keyDialogs } from './later-dialogs.ts';

export type KeyAction = 'edit' | 'rotate' | 'deactivate' | 'activate' | 'delete';

interface KeyMenuProps {
  apiKey: ApiKeyView;
  onAction: (action: KeyAction, key: ApiKeyView) => void;
}

/** Offers only what the key's state allows. */
export function KeyMenu({ apiKey, onAction }: KeyMenuProps) {
  const working = isWorking(apiKey);
  const act = (action: KeyAction) => () => onAction(action, apiKey);

  return (
    <Menu
      opens={keyDialogs}
      trigger={
        <IconButton label={`Actions for ${apiKey.name}`} size="sm">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {({ MenuItem, MenuSeparator }) => (
        <>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={act('edit')}>
            Edit
          </MenuItem>
          {canRotate(apiKey) && (
            <MenuItem icon={<RefreshCw aria-hidden />} onSelect={act('rotate')}>
              Rotate
            </MenuItem>
          )}
          {working && (
            <MenuItem icon={<PowerOff aria-hidden />} onSelect={act('deactivate')}>
              Deactivate
            </MenuItem>
          )}
          {canActivate(apiKey) && (
            <MenuItem icon={<Power aria-hidden />} onSelect={act('activate')}>
              Activate
            </MenuItem>
          )}
          {!working && (
            <>
              <MenuSeparator />
              <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={act('delete')}>
                Delete
              </MenuItem>
            </>
          )}
        </>
      )}
    </Menu>
  );
}
