'use client';

import { useEffect, useState } from 'react';
import { loadLater, useLater } from './load-later.tsx';
import { tipped } from './tip.ts';

const popup = loadLater(async () => (await import('./tooltip-popup.tsx')).TooltipPopup);

/** Shows the tooltips of the page. Fetched when the first one is pointed at. */
export function Tooltips() {
  const [first, setFirst] = useState<Event>();
  const { part: Popup } = useLater(popup, false);

  useEffect(() => {
    if (Popup) return;
    function look(event: Event) {
      if (!tipped(event)) return;
      setFirst(event);
      popup.load();
    }
    document.addEventListener('pointerover', look);
    document.addEventListener('focusin', look);

    return () => {
      document.removeEventListener('pointerover', look);
      document.removeEventListener('focusin', look);
    };
  }, [Popup]);

  return Popup && first && <Popup first={first} />;
}
