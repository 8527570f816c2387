'use client';

import { useEffect } from 'react';
import { late } from '#app/_ui/late.tsx';
import { closeDuplicates, useOpenDuplicates } from './open-duplicates.ts';

const DuplicatesDialog = late(
  async () => (await import('./duplicates-dialog.tsx')).DuplicatesDialog,
);

/** The possible duplicates that a mark has opened: once on a screen, inside of the sheet while it is open. */
export function DuplicateDialogs() {
  const open = useOpenDuplicates();
  useEffect(() => () => closeDuplicates(), []);

  return open && <DuplicatesDialog key={`${open.leadId} ${open.otherId}`} open={open} />;
}
