'use client';

import { useState } from 'react';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { SubmittedCode } from './submitted-code.tsx';

/** The raw request, as far as it was read. */
export function SubmittedData({ lead }: { lead: LeadDetail }) {
  const [isOpen, setOpen] = useState(false);

  return (
    <details className="group mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer rounded-sm py-1 text-primary-text">Submitted data</summary>
      <div className="mt-2">{isOpen && <SubmittedCode lead={lead} />}</div>
    </details>
  );
}
