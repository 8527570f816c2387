'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { FormDialog } from '#app/_ui/dialog.tsx';
import { Field, Select } from '#app/_ui/field.tsx';
import { useAddress } from '#app/_ui/use-address.ts';
import { useRefreshFunnels } from '#app/[company]/funnels/_parts/use-refresh-funnels.ts';
import {
  emptyLead,
  LeadForm,
  type LeadValues,
  linesOf,
} from '#app/[company]/leads/[leadId]/_lead/lead-form.tsx';

interface AddLeadPopupProps {
  stepId: string | undefined;
  onClose: () => void;
}

/** Opens the new lead in the sheet. */
export function AddLeadPopup({ stepId, onClose }: AddLeadPopupProps) {
  const formId = useId();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const refreshFunnels = useRefreshFunnels();
  const [, openLead] = useAddress('lead', 'push');
  const funnels = useQuery(trpc.steps.list.queryOptions()).data ?? [];
  const [draft, setDraft] = useDraft<LeadValues & { stepId?: string | undefined }>('new lead');
  const values = draft ?? emptyLead;
  const chosen = draft?.stepId ?? stepId ?? funnels[0]?.steps[0]?.id ?? '';
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
    const { name, phones, email, message, custom } = values;
    create.mutate({
      stepId: chosen,
      name,
      phones: linesOf(phones),
      email,
      message,
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
        onChange={(next) => setDraft({ ...next, stepId: draft?.stepId })}
        issues={issues}
        error={failure && issues.length === 0 ? failure.message : undefined}
        onSubmit={save}
        onDiscard={draft && discard}
      >
        <Field label="Step">
          <Select
            value={chosen}
            onChange={(event) => setDraft({ ...values, stepId: event.currentTarget.value })}
          >
            {funnels.map(({ id, name, steps }) => (
              <optgroup key={id} label={name}>
                {steps.map((step) => (
                  <option key={step.id} value={step.id}>
                    {step.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
      </LeadForm>
    </FormDialog>
  );
}
