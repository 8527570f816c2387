'use client';

import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  use,
  useEffect,
  useState,
} from 'react';
import { intent, type Later, loadLater, useLater } from './load-later.tsx';
import { LoadNotice } from './load-notice.tsx';
import type {
  Asked,
  MenuGroupProps,
  MenuItemProps,
  MenuProps,
  MenuRadioGroupProps,
} from './menu-parts.tsx';

const menuParts = loadLater(() => import('./menu-parts.tsx'));

const PartsContext = createContext<typeof import('./menu-parts.tsx') | undefined>(undefined);

const forerunner = {
  'aria-haspopup': 'menu',
  'aria-expanded': false,
  ...intent(menuParts),
} as const;

interface LaterMenuProps extends MenuProps {
  /** What its items open, fetched along with the menu. */
  opens?: Later<unknown>;
}

/**
 * Until it is first used only its button is there, and looks like the real one. Base UI's, with the
 * menu, takes over then, and is asked again for what this one was asked for.
 */
export function Menu({ opens, ...menu }: LaterMenuProps) {
  const [asked, setAsked] = useState<Asked>();
  const { part, failed } = useLater(menuParts, asked !== undefined);

  useEffect(() => {
    if (asked) opens?.load();
  }, [asked, opens]);

  /** A key presses a button without a pointer, and then begins at the first item. */
  function onClick(event: MouseEvent) {
    setAsked(event.detail === 0 ? 'ArrowDown' : 'press');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setAsked(event.key);
  }

  if (asked && part) {
    return (
      <PartsContext value={part}>
        <part.OpenedMenu {...menu} asked={asked} />
      </PartsContext>
    );
  }
  return (
    <>
      {cloneElement(menu.trigger, { ...forerunner, onClick, onKeyDown })}
      {asked && (
        <LoadNotice failed={failed} onRetry={menuParts.load} onGiveUp={() => setAsked(undefined)} />
      )}
    </>
  );
}

export function MenuItem(props: MenuItemProps) {
  const parts = use(PartsContext);

  return parts && <parts.MenuItem {...props} />;
}

export function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>) {
  const parts = use(PartsContext);

  return parts && <parts.MenuRadioGroup {...props} />;
}

export function MenuGroup(props: MenuGroupProps) {
  const parts = use(PartsContext);

  return parts && <parts.MenuGroup {...props} />;
}

export function MenuSeparator() {
  const parts = use(PartsContext);

  return parts && <parts.MenuSeparator />;
}
