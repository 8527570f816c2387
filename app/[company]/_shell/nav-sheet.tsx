'use client';

import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { LazyDialog, preloadOnHover } from '#app/_ui/lazy.tsx';

const sheet = {
  name: 'navigation sheet',
  load: async () => (await import('./nav-sheet-popup.tsx')).NavSheetPopup,
};

/** The sidebar below 1024 px. */
export function NavSheet({ company }: { company: string }) {
  const [open, setOpen] = useState(false);

  return (
    <>
      <IconButton
        {...preloadOnHover(sheet)}
        label="Open navigation"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="lg:hidden"
      >
        <MenuIcon aria-hidden />
      </IconButton>
      <LazyDialog dialog={sheet} open={open} onCancel={() => setOpen(false)}>
        {(NavSheetPopup) => <NavSheetPopup company={company} open={open} onOpenChange={setOpen} />}
      </LazyDialog>
    </>
  );
}
