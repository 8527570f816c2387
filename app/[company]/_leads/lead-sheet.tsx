'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { LazyDialog } from '#app/_ui/lazy.tsx';
import { addressOf } from './open-lead.ts';

const popup = {
  name: 'lead sheet',
  load: async () => (await import('./lead-sheet-popup.tsx')).LeadSheetPopup,
};

interface LeadSheetProps {
  /** The leads of the screen in their order, for next and previous. */
  leadIds: readonly string[];
}

/**
 * Shows the lead that the address names (`?lead=ID`) over the screen. Closing it removes the
 * parameter and keeps the others.
 */
export function LeadSheet({ leadIds }: LeadSheetProps) {
  const leadId = useSearchParams().get('lead') ?? '';
  const [shownId, setShownId] = useState(leadId);
  if (leadId && leadId !== shownId) setShownId(leadId);

  /* Without the code that closes a lead. */
  const cancel = () => history.replaceState(null, '', addressOf(''));

  return (
    <LazyDialog dialog={popup} open={leadId !== ''} onCancel={cancel}>
      {(LeadSheetPopup) => (
        <LeadSheetPopup open={leadId !== ''} leadId={shownId} leadIds={leadIds} />
      )}
    </LazyDialog>
  );
}
