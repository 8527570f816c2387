'use client';

import { useState } from 'react';
import { useLazy } from '#app/_ui/lazy.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

const submittedCode = {
  name: 'submitted data',
  load: async () => (await import('./submitted-code.tsx')).SubmittedCode,
};

/** The raw request, as far as it was read. */
export function SubmittedData({ lead }: { lead: LeadDetail }) {
  const [isOpen, setOpen] = useState(false);
  const { part: SubmittedCode } = useLazy(submittedCode, isOpen);

  return (
    <details className="group mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer rounded-sm py-1 text-primary-text">Submitted data</summary>
      <div className="mt-2">{SubmittedCode && <SubmittedCode lead={lead} />}</div>
    </details>
  );
}
