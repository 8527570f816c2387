'use client';

import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { FormDialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

/** Not the name, which may be long or in letters that a keyboard does not have. */
const confirmation = 'erase';

interface EraseLeadDialogProps {
  lead: Pick<LeadDetail, 'id' | 'name'>;
  onClose: () => void;
  /** Also called when the lead is not shown any more. */
  onErased: () => Promise<void>;
}

export function EraseLeadDialog({ lead, onClose, onErased }: EraseLeadDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState('');
  const erase = useMutation(useTRPC().leads.erase.mutationOptions({ onSuccess: onErased }));
  const matches = typed.trim().toLowerCase() === confirmation;

  return (
    <FormDialog
      onClose={onClose}
      title={
        <>
          Erase “<bdi>{lead.name}</bdi>”?
        </>
      }
      description="At once and for good. This cannot be undone."
      formId={formId}
      submitLabel="Erase lead"
      tone="danger"
      disabled={!matches}
      pending={erase.isPending}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (matches && !erase.isPending) erase.mutate({ id: lead.id });
        }}
        className="grid gap-4"
      >
        <FormError>{erase.error && readFailure(erase.error).message}</FormError>
        <ul className="grid list-disc gap-1 pl-5">
          <li>
            The lead and its contact are erased, with notes, calls, edits and all other events.
          </li>
          <li>So are leads that were merged into it.</li>
          <li>The last requests of its key say nothing of it any more.</li>
          <li>The same request, if it is sent again, creates a new lead.</li>
          <li>The audit log keeps that you erased a lead, without its name.</li>
          <li>Backups and exported files are not changed.</li>
        </ul>
        <Field
          label={
            <>
              Type <span className="font-semibold">{confirmation}</span> to confirm
            </>
          }
        >
          <Input
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      </form>
    </FormDialog>
  );
}
