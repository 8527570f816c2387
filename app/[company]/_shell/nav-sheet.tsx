'use client';

import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../_ui/icon-button.tsx';
import { intent, LoadedWhenOpen, loadLater } from '../../_ui/load-later.tsx';

const popup = loadLater(async () => (await import('./nav-sheet-popup.tsx')).NavSheetPopup);

/** The sidebar below 1024 px. */
export function NavSheet({ company }: { company: string }) {
  const [open, setOpen] = useState(false);

  return (
    <>
      <IconButton
        {...intent(popup)}
        label="Open navigation"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="lg:hidden"
      >
        <MenuIcon aria-hidden />
      </IconButton>
      <LoadedWhenOpen later={popup} open={open} onGiveUp={() => setOpen(false)}>
        {(NavSheetPopup) => <NavSheetPopup company={company} open={open} onOpenChange={setOpen} />}
      </LoadedWhenOpen>
    </>
  );
}
