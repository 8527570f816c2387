'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { FormDialog } from '#app/_ui/dialog.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { LeadForm, type LeadIssues, type LeadValues, linesOf } from './lead-form.tsx';
import { useSaved } from './use-lead-work.ts';

type Custom = LeadDetail['customFields'];

const valuesOf = (lead: Person): LeadValues => ({
  name: lead.name,
  phones: lead.phones.map((digits) => `+${digits}`).join('\n'),
  email: lead.email ?? '',
  message: lead.message ?? '',
  custom: Object.entries(lead.customFields).map(([name, value]) => ({
    name,
    value: String(value),
    isNew: false,
  })),
});

/** A number stays one where a number is typed, and so does a boolean. */
function typedValue(text: string, before: Custom[string] | undefined): Custom[string] | null {
  if (text.trim() === '') return null;
  if (typeof before === 'number' && Number.isFinite(Number(text))) return Number(text);
  if (typeof before === 'boolean' && /^(?:true|false)$/.test(text.trim())) {
    return text.trim() === 'true';
  }
  return text;
}

type Person = Pick<LeadDetail, 'name' | 'phones' | 'email' | 'message' | 'customFields'>;

const personOf = ({ name, phones, email, message, customFields }: LeadDetail): Person => ({
  name,
  phones,
  email,
  message,
  customFields,
});

/**
 * What the user has changed.
 *
 * @param seen the lead when the edit began
 * @param known the values that the edit may overwrite
 */
function editsOf(seen: Person, typed: LeadValues, known: Person) {
  const before = valuesOf(seen);
  const text = (from: string | null, to: string) => ({ from, to: to.trim() === '' ? null : to });
  const custom = typed.custom.filter(({ name, value }) => {
    const old = before.custom.find((row) => row.name === name);
    return name.trim() !== '' && (old?.value ?? '') !== value;
  });

  return {
    ...(typed.name !== before.name && { name: { from: known.name, to: typed.name } }),
    ...(typed.phones !== before.phones && {
      phones: { from: known.phones, to: linesOf(typed.phones) },
    }),
    ...(typed.email !== before.email && { email: text(known.email, typed.email) }),
    ...(typed.message !== before.message && { message: text(known.message, typed.message) }),
    ...(custom.length > 0 && {
      customFields: Object.fromEntries(
        custom.map(({ name, value }) => {
          const from = known.customFields[name.trim()] ?? null;
          return [name.trim(), { from, to: typedValue(value, seen.customFields[name.trim()]) }];
        }),
      ),
    }),
  };
}

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
  const saved = useSaved();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const edit = useMutation(
    trpc.leads.edit.mutationOptions({
      /* The form is busy until what is stored is known: the next save overwrites that. */
      onError: async (error) => {
        if (!error.data?.conflict) return;
        await queryClient.invalidateQueries(trpc.leads.get.queryOptions({ id: lead.id }));
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
    edit.reset();
  }

  /** After a conflict the user has read what is stored now, and overwrites that. */
  function save() {
    edit.mutate({ id: lead.id, ...editsOf(seen, values, conflict ? lead : seen) });
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
        onChange={(next) => setDraft({ seen, values: next })}
        issues={issues}
        error={failure && issues.length === 0 ? failure.message : undefined}
        onSubmit={save}
        onDiscard={draft && discard}
      />
    </FormDialog>
  );
}
