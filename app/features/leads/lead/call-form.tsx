'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { Checkbox } from '#app/_ui/checkbox.tsx';
import { Field, FieldError, FormError, TextArea } from '#app/_ui/field.tsx';
import { usePassFocus } from '#app/_ui/focus.ts';
import { useTimeZone } from '#app/_ui/time.tsx';
import { hasNewStatus } from '#app/features/leads/ask-outcome.ts';
import { callLabels } from '#app/features/leads/labels.ts';
import { type CallOutcome, callOutcomes } from '#db/values/leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { type CallDraft, noContactDraft } from './contact-drafts.ts';
import { FollowUpField, followUpOf, noFollowUp } from './follow-up.tsx';
import { modeButton, useSaved, workDrafts } from './use-lead-work.ts';
import { useOfferUndo } from './use-undo.ts';

const noCall: CallDraft = noContactDraft;

interface CallFormProps {
  lead: Pick<LeadDetail, 'id' | 'name' | 'status' | 'followUpAt'>;
  /** The form was opened by a press. */
  hasFocus: boolean;
  onClose: () => void;
}

export function CallForm({
  lead: { id: leadId, name, status, followUpAt: planned },
  hasFocus,
  onClose,
}: CallFormProps) {
  const timeZone = useTimeZone();
  const [call = noCall, setCall, draft] = useDraft<CallDraft>(workDrafts.call(leadId));
  const [missing, setMissing] = useState<'outcome' | 'time'>();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const saved = useSaved();
  const offerUndo = useOfferUndo();
  const record = useMutation(
    useTRPC().leads.recordCall.mutationOptions({
      onMutate: () => call,
      onSuccess: (lead, _, sent) => {
        saved(lead, 'Call saved');
        if (hasNewStatus(lead)) offerUndo(`Call with ${name} saved, status is Contacted`, lead);
        if (draft.removeSaved(sent)) onClose();
      },
    }),
  );
  const mayContact = call.outcome === 'spoke' && status === 'new';
  const failure = record.error && readFailure(record.error);
  const refusedTime = failure?.issues.find(({ path }) => path === 'followUpAt')?.message;

  usePassFocus(form, modeButton);

  useEffect(() => {
    if (hasFocus) first.current?.focus();
  }, [hasFocus]);

  function change(next: Partial<CallDraft>) {
    setMissing(undefined);
    setCall({ ...call, ...next });
  }

  /** Who spoke with a lead has kept the promise: shown in the form, where it can be changed. */
  function chooseOutcome(outcome: CallOutcome) {
    const isDue = planned !== null && Date.parse(planned) <= Date.now();
    const { choice } = call.followUp;
    const keeps = outcome === 'spoke' && isDue && choice === '';
    const reopens = outcome !== 'spoke' && choice === 'done';
    change({
      outcome,
      ...(keeps && { followUp: { choice: 'done', local: '' } }),
      ...(reopens && { followUp: noFollowUp }),
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const { outcome, text, followUp, isContact = true } = call;
    const followUpAt = followUpOf(followUp, timeZone);
    if (!outcome) {
      setMissing('outcome');
      first.current?.focus();
    } else if (followUp.choice !== '' && followUpAt === undefined) setMissing('time');
    else {
      record.mutate({
        id: leadId,
        outcome,
        ...(text.trim() !== '' && { text }),
        ...(mayContact && { isContact }),
        ...(followUpAt !== undefined && { followUpAt }),
      });
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-3">
      {call.reached !== undefined && (
        <p className="text-fg-muted">
          Call to <bdi className="tabular text-fg">{call.reached}</bdi>
        </p>
      )}
      <fieldset className="grid gap-1.5" aria-describedby="call-outcome-error">
        <legend className="mb-1.5 font-medium text-sm">Outcome</legend>
        <div className="flex flex-wrap gap-2">
          {callOutcomes.map((outcome, index) => (
            <label
              key={outcome}
              className="flex h-control cursor-pointer items-center gap-2 rounded-sm border border-border-strong/60 px-3 hover:bg-surface-2 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-text"
            >
              <input
                ref={index === 0 ? first : undefined}
                type="radio"
                name="outcome"
                checked={call.outcome === outcome}
                onChange={() => chooseOutcome(outcome)}
                className="accent-primary"
              />
              {callLabels[outcome]}
            </label>
          ))}
        </div>
        <FieldError
          id="call-outcome-error"
          error={missing === 'outcome' ? 'Choose how the call ended' : undefined}
        />
        {mayContact && (
          <Checkbox
            label="Set the status to Contacted"
            checked={call.isContact ?? true}
            onChange={({ currentTarget }) => change({ isContact: currentTarget.checked })}
          />
        )}
      </fieldset>
      <Field label="What was said" optional>
        <TextArea
          dir="auto"
          value={call.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      </Field>
      <FollowUpField
        emptyLabel={planned === null ? 'No follow-up' : 'No change'}
        isPlanned={planned !== null}
        value={call.followUp}
        onChange={(followUp) => change({ followUp })}
        error={missing === 'time' ? 'Enter a date and time' : refusedTime}
      />
      <FormError>{failure && !refusedTime && failure.message}</FormError>
      <div className="flex justify-end gap-2">
        <Button
          variant="ghost"
          onClick={() => {
            setCall(undefined);
            onClose();
          }}
        >
          Discard
        </Button>
        <Button type="submit" variant="primary" pending={record.isPending}>
          Save call
        </Button>
      </div>
    </form>
  );
}
