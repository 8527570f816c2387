'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { FormDialog } from '#app/_ui/dialog.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { editsOf, type Person, personOf, valuesOf, withStored } from './lead-edits.ts';
import { LeadForm, type LeadIssues, type LeadValues } from './lead-form.tsx';
import { useSaved } from './use-lead-work.ts';

interface Draft {
  seen: Person;
  values: LeadValues;
}

interface EditLeadDialogProps {
  lead: LeadDetail;
  onClose: () => void;
}

export function EditLeadDialog({ lead, onClose }: EditLeadDialogProps) {
  const formId = useId();
  const [draft, setDraft] = useDraft<Draft>(`lead.${lead.id}.edit`);
  const [opened] = useState(() => personOf(lead));
  const { seen, values } = draft ?? { seen: opened, values: valuesOf(opened) };
  /** With what was shown of conflicts: the next save overwrites that. */
  const [known, setKnown] = useState<Person>();
  const saved = useSaved();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const edit = useMutation(
    trpc.leads.edit.mutationOptions({
      /* The form is busy until what is stored is known. */
      onError: async (error) => {
        if (!error.data?.conflict) return;
        const options = trpc.leads.get.queryOptions({ id: lead.id });
        await queryClient.invalidateQueries(options);
        const stored = queryClient.getQueryData(options.queryKey);
        const field = error.data.conflict.event.field ?? '';
        if (stored) setKnown((before = seen) => withStored(before, stored, field));
      },
      onSuccess: (after) => {
        setDraft(undefined);
        saved(after, 'Lead saved');
        onClose();
      },
    }),
  );
  const failure = edit.error && readFailure(edit.error);
  const conflict = edit.error?.data?.conflict;

  function discard() {
    setDraft(undefined);
    setKnown(undefined);
    edit.reset();
  }

  function save() {
    edit.mutate({ id: lead.id, ...editsOf(seen, values, known ?? seen) });
  }

  const issues: LeadIssues = conflict
    ? [
        {
          path: conflict.event.field ?? '',
          message: `${conflict.event.actorName} changed this to “${conflict.value}”. Save again to overwrite it`,
        },
      ]
    : (failure?.issues ?? []);

  return (
    <FormDialog
      onClose={onClose}
      title="Edit lead"
      formId={formId}
      submitLabel="Save"
      pending={edit.isPending}
    >
      <LeadForm
        id={formId}
        values={values}
        readOnly={edit.isPending}
        onChange={(next) => setDraft({ seen, values: next })}
        issues={issues}
        error={failure && issues.length === 0 ? failure.message : undefined}
        onSubmit={save}
        onDiscard={draft && discard}
      />
    </FormDialog>
  );
}
