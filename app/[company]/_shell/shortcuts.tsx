'use client';

import { useEffect, useState } from 'react';
import { useOpenPage } from '#app/_ui/open-page.ts';
import { useShortcuts } from '#app/_ui/use-shortcuts.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const asked = 'leadgate:shortcuts';

/** Shows the list of shortcuts. */
export const showShortcuts = () => window.dispatchEvent(new Event(asked));

/** Shortcuts of every screen: `?` shows all of them, `g` and a letter goes to a section. */
export function Shortcuts({ company }: { company: string }) {
  const openPage = useOpenPage();
  const [open, setOpen] = useState(false);
  const go = (path: string) => () => openPage(`/${company}${path}`);
  useShortcuts(null, {
    '[Shift]+?': () => setOpen(true),
    'g b': go(''),
    'g f': go('/funnels'),
    'g l': go('/leads'),
    'g i': go('/integrate'),
    'g k': go('/settings/api-keys'),
  });

  useEffect(() => {
    const show = () => setOpen(true);
    window.addEventListener(asked, show);

    return () => window.removeEventListener(asked, show);
  }, []);

  return <ShortcutsDialog open={open} onOpenChange={setOpen} />;
}
