'use client';

import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { EditLeadDialog } from './edit-lead-dialog.tsx';

/** A button that opens the form for contact, message and custom fields. */
export function EditLead({ lead }: { lead: LeadDetail }) {
  const [open, setOpen] = useState(false);
  const [draft] = useDraft<unknown>(`lead.${lead.id}.edit`);

  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        <Pencil aria-hidden />
        {draft ? 'Continue editing' : 'Edit'}
      </Button>
      {open && <EditLeadDialog lead={lead} onClose={() => setOpen(false)} />}
    </>
  );
}
