'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/**
 * Moves the focus to `main` after each navigation: the pressed link may be gone with its screen, and
 * the focus would stay on `body`. The title of the new screen names `main`, so it is announced.
 */
export function NavigationFocus() {
  const pathname = usePathname();
  const before = useRef(pathname);

  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}
