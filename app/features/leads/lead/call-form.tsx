'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { hasNewStatus } from '#app/features/leads/ask-outcome.ts';
import { callLabels } from '#app/features/leads/labels.ts';
import { type CallOutcome, callOutcomes } from '#db/values/leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { type CallDraft, noContactDraft } from './contact-drafts.ts';
import { ContactForm } from './contact-form.tsx';
import { noFollowUp } from './follow-up.tsx';
import { useSaved, workDrafts } from './use-lead-work.ts';
import { useOfferUndo } from './use-undo.ts';

const noCall: CallDraft = noContactDraft;

interface CallFormProps {
  lead: Pick<LeadDetail, 'id' | 'name' | 'status' | 'followUpAt'>;
  /** The form was opened by a press. */
  hasFocus: boolean;
  onClose: () => void;
}

export function CallForm({ lead, hasFocus, onClose }: CallFormProps) {
  const { id, name, status, followUpAt: planned } = lead;
  const [call = noCall, setCall, draft] = useDraft<CallDraft>(workDrafts.call(id));
  const saved = useSaved();
  const offerUndo = useOfferUndo();
  const record = useMutation(
    useTRPC().leads.recordCall.mutationOptions({
      onMutate: () => call,
      onSuccess: (after, _, sent) => {
        saved(after, 'Call saved');
        if (hasNewStatus(after)) offerUndo(`Call with ${name} saved, status is Contacted`, after);
        if (draft.removeSaved(sent)) onClose();
      },
    }),
  );

  /** Who spoke with a lead has kept the promise: shown in the form, where it can be changed. */
  function chooseOutcome(outcome: CallOutcome) {
    const isDue = planned !== null && Date.parse(planned) <= Date.now();
    const { choice } = call.followUp;
    const keeps = outcome === 'spoke' && isDue && choice === '';
    const reopens = outcome !== 'spoke' && choice === 'done';
    setCall({
      ...call,
      outcome,
      ...(keeps && { followUp: { choice: 'done', local: '' } }),
      ...(reopens && { followUp: noFollowUp }),
    });
  }

  return (
    <ContactForm
      draft={call}
      reached={
        <>
          Call to <bdi className="tabular text-fg">{call.reached}</bdi>
        </>
      }
      legend="Outcome"
      choices={callOutcomes}
      labels={callLabels}
      chosen={call.outcome}
      missing="Choose how the call ended"
      mayContact={call.outcome === 'spoke' && status === 'new'}
      textLabel="What was said"
      planned={planned}
      saveLabel="Save call"
      mutation={record}
      hasFocus={hasFocus}
      onChoose={chooseOutcome}
      onChange={(next) => setCall({ ...call, ...next })}
      onSave={(outcome, values) => record.mutate({ id, outcome, ...values })}
      onDiscard={() => {
        setCall(undefined);
        onClose();
      }}
    />
  );
}
