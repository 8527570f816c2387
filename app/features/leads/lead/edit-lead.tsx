'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { FormDialog } from '#app/_ui/dialog.tsx';
import { type EditedField, eachOf, editedFields, editedTexts } from '#db/values/lead-fields.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { LeadForm, type LeadIssues, type LeadValues, linesOf } from './lead-form.tsx';
import { phoneLines } from './mends.ts';
import { useSaved } from './use-lead-work.ts';

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

interface Draft {
  seen: Person;
  values: LeadValues;
}

interface EditLeadDialogProps {
  lead: LeadDetail;
  onClose: () => void;
}

function EditLeadDialog({ lead, onClose }: EditLeadDialogProps) {
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
        nameHint={seen.nameFrom ? 'No name was sent' : undefined}
        error={failure && issues.length === 0 ? failure.message : undefined}
        onSubmit={save}
        onDiscard={draft && discard}
      />
    </FormDialog>
  );
}

type Custom = LeadDetail['customFields'];

const markFields = ['nameFrom', 'phoneMarks', 'unreadPhones', 'unreadValues'] as const;
/** With what was not sent or not read. A draft of an earlier version lacks that. */
export type Person = Pick<LeadDetail, EditedField> &
  Partial<Pick<LeadDetail, (typeof markFields)[number]>>;

/** Guarantee of the cast: it has each field. */
const personOf = (lead: Person) =>
  Object.fromEntries(
    [...editedFields, ...markFields].map((field) => [field, lead[field]]),
  ) as Person;

/** What was sent and not read is there to be corrected. A name that was not sent is missing. */
export const valuesOf = (lead: Person): LeadValues => ({
  name: lead.nameFrom ? (lead.unreadValues?.name ?? '') : lead.name,
  phones: phoneLines(lead).join('\n'),
  ...eachOf(editedTexts, (field) => lead[field] ?? lead.unreadValues?.[field] ?? ''),
  custom: Object.entries(lead.customFields).map(([name, value]) => ({
    name,
    value: String(value),
    isNew: false,
  })),
});

/** A number stays one where it is written as it was typed (`1.10` is not), and a boolean stays one. */
function typedValue(text: string, before: Custom[string] | undefined): Custom[string] | null {
  const typed = text.trim();
  if (typed === '') return null;

  const number = Number(typed);
  const keepsDigits = Number.isFinite(number) && String(number) === typed;
  if (typeof before === 'number' && keepsDigits) return number;
  if (typeof before === 'boolean' && /^(?:true|false)$/.test(typed)) return typed === 'true';
  return text;
}

/**
 * What the user has changed.
 *
 * @param seen the lead when the edit began
 * @param known the values that the edit may overwrite
 */
export function editsOf(seen: Person, typed: LeadValues, known: Person) {
  const before = valuesOf(seen);
  const text = (from: string | null, to: string) => ({ from, to: to.trim() === '' ? null : to });
  const changed = editedTexts.filter((field) => (typed[field] ?? '') !== before[field]);
  const custom = typed.custom.filter(({ name, value }) => {
    const old = before.custom.find((row) => row.name === name);
    return name.trim() !== '' && (old?.value ?? '') !== value;
  });

  return {
    ...(typed.name !== before.name && { name: { from: known.name, to: typed.name } }),
    ...(typed.phones !== before.phones && {
      phones: { from: known.phones, to: linesOf(typed.phones) },
    }),
    // What was seen, in a draft of an earlier version, may lack a text.
    ...eachOf(changed, (field) => text(known[field] ?? null, typed[field] ?? '')),
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

/**
 * After a conflict: the next edit may overwrite what is stored in its field, which the user has read,
 * and nothing else.
 *
 * @param field `name`, `customFields.budget`
 */
export function withStored(known: Person, stored: Person, field: string): Person {
  const custom = /^customFields\.(.+)$/s.exec(field)?.[1];
  if (custom !== undefined) {
    const { [custom]: _, ...others } = known.customFields;
    const value = stored.customFields[custom];
    return {
      ...known,
      customFields: value === undefined ? others : { ...others, [custom]: value },
    };
  }
  const edited = editedFields.find((name) => name === field);
  return edited ? { ...known, [edited]: stored[edited] } : known;
}
