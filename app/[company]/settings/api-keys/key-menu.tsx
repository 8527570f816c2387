import { Ellipsis, Pencil, Power, PowerOff, RefreshCw, Trash2 } from 'lucide-react';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/_ui/menu.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { canActivate, canRotate, isWorking } from './key-labels.ts';
import type { KeyAction } from './use-key-actions.ts';

interface KeyMenuProps {
  apiKey: ApiKeyView;
  onAction: (action: KeyAction, key: ApiKeyView) => void;
}

/** The actions that the state of the key allows. */
export function KeyMenu({ apiKey, onAction }: KeyMenuProps) {
  const working = isWorking(apiKey);
  const act = (action: KeyAction) => () => onAction(action, apiKey);

  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${apiKey.name}`} size="sm">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
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
    </Menu>
  );
}
