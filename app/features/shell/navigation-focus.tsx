'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** Pixels in which Next sees the top of a screen and keeps the scroll of the one before. */
const coveredByHeader = 100;

/**
 * Moves the focus to `main` after each navigation: the pressed link may be gone with its screen, and
 * the focus would stay on `body`. The title of the new screen names `main`, so it is announced. A
 * title that the header would cover is scrolled into view.
 */
export function NavigationFocus() {
  const pathname = usePathname();
  const before = useRef(pathname);

  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.querySelector('main')?.focus({ preventScroll: true });
    if (window.scrollY < coveredByHeader) window.scrollTo(0, 0);
  }, [pathname]);

  return null;
}
