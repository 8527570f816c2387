'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { useCreateCommand } from '#app/_ui/address.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button } from '#app/_ui/button.tsx';
import { FormDialog } from '#app/_ui/dialog.tsx';
import { Field, Select } from '#app/_ui/field.tsx';
import { useRefreshFunnels } from '#app/features/funnels/use-refresh-funnels.ts';
import { openLead } from '#app/features/leads/open-lead.ts';
import { eachOf, editedTexts } from '#db/values/lead-fields.ts';
import { emptyLead, LeadForm, type LeadValues, linesOf } from './lead-form.tsx';

interface AddLeadDialogProps {
  /** The step that is chosen at first. */
  stepId?: string | undefined;
  /** Secondary beside the primary action of an empty list. */
  variant?: 'primary' | 'secondary';
}

/** A button that opens the form for a lead that is entered by hand. Nothing for viewers. */
export function AddLeadDialog({ stepId, variant = 'primary' }: AddLeadDialogProps) {
  const [open, setOpen] = useState(false);
  const mayAdd = useCan('agent');
  useCreateCommand(() => setOpen(mayAdd));
  if (!mayAdd) return null;

  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        Add lead
      </Button>
      {open && <AddLeadForm stepId={stepId} onClose={() => setOpen(false)} />}
    </>
  );
}

interface AddLeadFormProps {
  stepId: string | undefined;
  onClose: () => void;
}

/** Opens the new lead in the sheet. */
function AddLeadForm({ stepId, onClose }: AddLeadFormProps) {
  const formId = useId();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const refreshFunnels = useRefreshFunnels();
  const list = useQuery(trpc.steps.list.queryOptions());
  const funnels = list.data ?? [];
  const [draft, setDraft] = useDraft<LeadValues & { stepId?: string | undefined }>('new lead');
  const values = draft ?? emptyLead;
  const steps = funnels.flatMap((funnel) => funnel.steps);
  /* A step of the draft, or of the screen, may be archived since. */
  const chosen =
    [draft?.stepId, stepId].find((id) => steps.some((step) => step.id === id)) ??
    steps[0]?.id ??
    '';
  const create = useMutation(
    trpc.leads.create.mutationOptions({
      onSuccess: ({ id }) => {
        setDraft(undefined);
        announce('Lead added');
        queryClient.invalidateQueries(trpc.leads.pathFilter());
        refreshFunnels();
        onClose();
        openLead(id);
      },
    }),
  );
  const failure = create.error && readFailure(create.error);
  const issues = failure?.issues ?? [];

  function discard() {
    setDraft(undefined);
    create.reset();
  }

  function save() {
    const { name, phones, custom } = values;
    create.mutate({
      stepId: chosen,
      name,
      phones: linesOf(phones),
      ...eachOf(editedTexts, (field) => values[field] ?? ''),
      customFields: Object.fromEntries(
        custom.flatMap((row) => (row.name.trim() ? [[row.name.trim(), row.value]] : [])),
      ),
    });
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Add lead"
      formId={formId}
      submitLabel="Add lead"
      pending={create.isPending}
      disabled={chosen === ''}
    >
      <LeadForm
        id={formId}
        values={values}
        readOnly={create.isPending}
        onChange={(next) => setDraft({ ...next, stepId: draft?.stepId })}
        issues={issues}
        error={failure && issues.length === 0 ? failure.message : undefined}
        onSubmit={save}
        onDiscard={draft && discard}
      >
        <Field
          label="Step"
          error={list.isLoadingError ? 'The steps could not be loaded.' : undefined}
        >
          <Select
            value={chosen}
            disabled={steps.length === 0 || create.isPending}
            onChange={(event) => setDraft({ ...values, stepId: event.currentTarget.value })}
          >
            {list.isPending && <option value="">Loading…</option>}
            {list.isSuccess && steps.length === 0 && <option value="">No steps</option>}
            {funnels.map((funnel) => (
              <optgroup key={funnel.id} label={funnel.name}>
                {funnel.steps.map((step) => (
                  <option key={step.id} value={step.id}>
                    {step.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
          {list.isLoadingError && (
            <Button
              size="sm"
              pending={list.isFetching}
              onClick={() => list.refetch()}
              className="justify-self-start"
            >
              Try again
            </Button>
          )}
        </Field>
      </LeadForm>
    </FormDialog>
  );
}
