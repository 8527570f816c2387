'use client';

import { useEffect, useState } from 'react';
import { useCan } from '#app/_trpc/session.tsx';
import { late } from '#app/_ui/late.tsx';
import { useOpenPage } from '#app/_ui/offline.tsx';
import { useShortcuts } from '#app/_ui/use-shortcuts.ts';

const ShortcutsDialog = late(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

const asked = 'leadgate:shortcuts';

/** Shows the list of shortcuts. */
export const showShortcuts = () => window.dispatchEvent(new Event(asked));

/** Shortcuts of every screen: `?` shows all of them, `g` and a letter goes to a section. */
export function Shortcuts({ company }: { company: string }) {
  const openPage = useOpenPage();
  /** Undefined until it was opened. */
  const [open, setOpen] = useState<boolean>();
  const mayWork = useCan('agent');
  const canManage = useCan('admin');
  const go = (path: string) => () => openPage(`/${company}${path}`);
  useShortcuts(null, {
    '[Shift]+?': () => setOpen(true),
    'g t': mayWork ? go('/to-do') : undefined,
    'g b': go('/board'),
    'g f': go('/funnels'),
    'g l': go('/leads'),
    'g i': go('/integrate'),
    'g k': canManage ? go('/settings/api-keys') : undefined,
  });

  useEffect(() => {
    const show = () => setOpen(true);
    window.addEventListener(asked, show);

    return () => window.removeEventListener(asked, show);
  }, []);

  return open !== undefined && <ShortcutsDialog open={open} onOpenChange={setOpen} />;
}
