'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { FormError } from '#app/_ui/form-error.tsx';
import { useTimeZone } from '#app/_ui/time.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { type FollowUpChoice, FollowUpField, followUpOf } from './follow-up-field.tsx';
import { useSaved } from './use-lead-work.ts';
import { modeButton, usePassFocus } from './use-pass-focus.ts';
import { workDrafts } from './work-drafts.ts';

const tomorrow: FollowUpChoice = { choice: 'tomorrow', local: '' };

interface FollowUpFormProps {
  lead: Pick<LeadDetail, 'id' | 'followUpAt'>;
  onClose: () => void;
}

export function FollowUpForm({ lead, onClose }: FollowUpFormProps) {
  const timeZone = useTimeZone();
  const [kept, setDraft, draft] = useDraft<FollowUpChoice>(workDrafts.followUp(lead.id));
  const value = kept ?? tomorrow;
  const form = useRef<HTMLFormElement>(null);
  const [isMissing, setMissing] = useState(false);
  const saved = useSaved();
  const plan = useMutation(
    useTRPC().leads.planFollowUp.mutationOptions({
      onMutate: () => value,
      onSuccess: (after, _, sent) => {
        saved(after, 'Follow-up planned');
        if (draft.removeSaved(sent)) onClose();
      },
    }),
  );
  usePassFocus(form, modeButton);

  function submit(event: FormEvent) {
    event.preventDefault();
    const to = followUpOf(value, timeZone);
    setMissing(!to);
    if (to) plan.mutate({ id: lead.id, followUpAt: { from: lead.followUpAt, to } });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-3">
      <FollowUpField
        emptyLabel="Choose a time"
        value={value}
        onChange={setDraft}
        error={isMissing ? 'Choose a date and time' : undefined}
      />
      <FormError>{plan.error && readFailure(plan.error).message}</FormError>
      <div className="flex justify-end gap-2">
        {kept && (
          <Button
            variant="ghost"
            onClick={() => {
              setDraft(undefined);
              onClose();
            }}
          >
            Discard
          </Button>
        )}
        <Button type="submit" variant="primary" pending={plan.isPending}>
          Plan follow-up
        </Button>
      </div>
    </form>
  );
}
