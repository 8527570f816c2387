'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { Button } from '#app/_ui/button.tsx';
import { FormError } from '#app/_ui/form-error.tsx';
import { useTimeZone } from '#app/_ui/time.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { type FollowUpChoice, FollowUpField, followUpOf } from './follow-up-field.tsx';
import { useSaved } from './use-lead-work.ts';

interface FollowUpFormProps {
  lead: Pick<LeadDetail, 'id' | 'followUpAt'>;
  onSaved: () => void;
}

export function FollowUpForm({ lead, onSaved }: FollowUpFormProps) {
  const timeZone = useTimeZone();
  const [value, setValue] = useState<FollowUpChoice>({ choice: 'tomorrow', local: '' });
  const [isMissing, setMissing] = useState(false);
  const saved = useSaved();
  const plan = useMutation(
    useTRPC().leads.planFollowUp.mutationOptions({
      onSuccess: (after) => {
        saved(after, 'Follow-up planned');
        onSaved();
      },
    }),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    const to = followUpOf(value, timeZone);
    setMissing(!to);
    if (to) plan.mutate({ id: lead.id, followUpAt: { from: lead.followUpAt, to } });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <FollowUpField
        emptyLabel="Choose a time"
        value={value}
        onChange={setValue}
        error={isMissing ? 'Choose a date and time' : undefined}
      />
      <FormError>{plan.error && readFailure(plan.error).message}</FormError>
      <Button type="submit" variant="primary" pending={plan.isPending} className="justify-self-end">
        Plan follow-up
      </Button>
    </form>
  );
}
