'use client';

import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { type Lazy, LoadNotice, preload, preloadOnHover, useLazy } from './lazy.tsx';
import type { MenuProps, OpenWith } from './menu-parts.tsx';

type MenuParts = typeof import('./menu-parts.tsx');

const menuParts: Lazy<MenuParts> = { name: 'menu', load: () => import('./menu-parts.tsx') };

const placeholder = {
  'aria-haspopup': 'menu',
  'aria-expanded': false,
  ...preloadOnHover(menuParts),
} as const;

interface LazyMenuProps extends Omit<MenuProps, 'children'> {
  /** The dialogs that its items open, preloaded with the menu. */
  opens?: Lazy<unknown>;
  /** Renders the items with the parts of `menu-parts.tsx`. */
  children: (parts: MenuParts) => ReactNode;
}

/**
 * A menu button. Until its first use only the button is rendered; then Base UI's menu replaces it
 * and the gesture that opened it is repeated there.
 */
export function Menu({ opens, children, ...menu }: LazyMenuProps) {
  const [openWith, setOpenWith] = useState<OpenWith>();
  const { part, failed, retry } = useLazy(menuParts, openWith !== undefined);

  useEffect(() => {
    if (openWith && opens) preload(opens);
  }, [openWith, opens]);

  /** A click without a pointer comes from a key, which opens the menu at its first item. */
  function onClick(event: MouseEvent) {
    setOpenWith(event.detail === 0 ? 'ArrowDown' : 'press');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpenWith(event.key);
  }

  if (openWith && part) {
    return (
      <part.OpenedMenu {...menu} openWith={openWith}>
        {children(part)}
      </part.OpenedMenu>
    );
  }
  return (
    <>
      {cloneElement(menu.trigger, { ...placeholder, onClick, onKeyDown })}
      {openWith && (
        <LoadNotice failed={failed} onRetry={retry} onCancel={() => setOpenWith(undefined)} />
      )}
    </>
  );
}
