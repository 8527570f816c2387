'use client';

import { Dialog } from '@base-ui/react/dialog';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { NavList } from './nav-list.tsx';
import { CompanySwitcher } from './shell-menus.tsx';

/** The sidebar below 1024 px. */
export function NavSheet({ company }: { company: string }) {
  const [open, setOpen] = useState(false);

  return (
    <>
      <IconButton
        label="Open navigation"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="lg:hidden"
      >
        <MenuIcon aria-hidden />
      </IconButton>
      <Sheet company={company} open={open} onOpenChange={setOpen} />
    </>
  );
}

interface SheetProps {
  company: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function Sheet({ company, open, onOpenChange }: SheetProps) {
  const navigated = useRef(false);

  /** After a navigation, not the button that opened the sheet. */
  function finalFocus() {
    const leaves = navigated.current;
    navigated.current = false;

    return leaves ? document.querySelector('main') : true;
  }

  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0 lg:hidden" />
        <Dialog.Popup
          finalFocus={finalFocus}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[calc(100vw-48px)] flex-col overflow-y-auto bg-surface shadow-float outline-none transition-transform duration-200 data-[ending-style]:-translate-x-full data-[starting-style]:-translate-x-full lg:hidden"
        >
          <Dialog.Title className="sr-only">Navigation</Dialog.Title>
          <div className="flex items-center gap-1 border-border border-b p-2">
            <div className="min-w-0 grow">
              <CompanySwitcher />
            </div>
            <Dialog.Close
              render={
                <IconButton label="Close navigation">
                  <X aria-hidden />
                </IconButton>
              }
            />
          </div>
          <NavList
            company={company}
            onNavigate={() => {
              navigated.current = true;
              onOpenChange(false);
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
