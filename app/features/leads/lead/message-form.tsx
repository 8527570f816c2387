'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { Checkbox } from '#app/_ui/checkbox.tsx';
import { Field, FormError, TextArea } from '#app/_ui/field.tsx';
import { usePassFocus } from '#app/_ui/focus.ts';
import { useTimeZone } from '#app/_ui/time.tsx';
import { hasNewStatus } from '#app/features/leads/ask-outcome.ts';
import { channelLabels } from '#app/features/leads/labels.ts';
import { messageChannels } from '#db/values/leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { type MessageDraft, noContactDraft } from './contact-drafts.ts';
import { FollowUpField, followUpOf } from './follow-up.tsx';
import { modeButton, useSaved, workDrafts } from './use-lead-work.ts';
import { useOfferUndo } from './use-undo.ts';

const none: MessageDraft = noContactDraft;

interface MessageFormProps {
  lead: Pick<LeadDetail, 'id' | 'name' | 'status' | 'followUpAt' | 'phones'>;
  /** The form was opened by a press. */
  hasFocus: boolean;
  onClose: () => void;
}

/** Records what was written in another program. */
export function MessageForm({ lead, hasFocus, onClose }: MessageFormProps) {
  const { id, followUpAt: planned } = lead;
  const timeZone = useTimeZone();
  const [message = none, setMessage, draft] = useDraft<MessageDraft>(workDrafts.message(id));
  const [isTimeMissing, setTimeMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const saved = useSaved();
  const offerUndo = useOfferUndo();
  const record = useMutation(
    useTRPC().leads.recordMessage.mutationOptions({
      onMutate: () => message,
      onSuccess: (after, _, sent) => {
        const text = `Message to ${lead.name} recorded`;
        saved(after, 'Message recorded');
        offerUndo(hasNewStatus(after) ? `${text}, status is Contacted` : text, after);
        if (draft.removeSaved(sent)) onClose();
      },
    }),
  );
  const { channel = lead.phones.length > 0 ? 'whatsapp' : 'email' } = message;
  const mayContact = lead.status === 'new';
  const failure = record.error && readFailure(record.error);
  const refusedTime = failure?.issues.find(({ path }) => path === 'followUpAt')?.message;

  usePassFocus(form, modeButton);

  useEffect(() => {
    if (hasFocus) first.current?.focus();
  }, [hasFocus]);

  function change(next: Partial<MessageDraft>) {
    setTimeMissing(false);
    setMessage({ ...message, ...next });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (record.isPending) return;
    const { text, followUp, isContact = true } = message;
    const followUpAt = followUpOf(followUp, timeZone);
    const isMissing = followUp.choice !== '' && followUpAt === undefined;
    setTimeMissing(isMissing);
    if (isMissing) return;
    record.mutate({
      id,
      channel,
      ...(text.trim() !== '' && { text }),
      ...(mayContact && { isContact }),
      ...(followUpAt !== undefined && { followUpAt }),
    });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-3">
      {message.reached !== undefined && (
        <p className="text-fg-muted">
          Message to <bdi className="text-fg [overflow-wrap:anywhere]">{message.reached}</bdi>
        </p>
      )}
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 font-medium text-sm">Written by</legend>
        <div className="flex flex-wrap gap-2">
          {messageChannels.map((each) => (
            <label
              key={each}
              className="flex h-control cursor-pointer items-center gap-2 rounded-sm border border-border-strong/60 px-3 hover:bg-surface-2 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-text"
            >
              <input
                ref={each === channel ? first : undefined}
                type="radio"
                name="channel"
                checked={each === channel}
                onChange={() => change({ channel: each })}
                className="accent-primary"
              />
              {channelLabels[each]}
            </label>
          ))}
        </div>
      </fieldset>
      {mayContact && (
        <Checkbox
          label="Set the status to Contacted"
          checked={message.isContact ?? true}
          onChange={({ currentTarget }) => change({ isContact: currentTarget.checked })}
        />
      )}
      <Field label="What was written" optional>
        <TextArea
          dir="auto"
          value={message.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      </Field>
      <FollowUpField
        emptyLabel={planned === null ? 'No follow-up' : 'No change'}
        isPlanned={planned !== null}
        value={message.followUp}
        onChange={(followUp) => change({ followUp })}
        error={isTimeMissing ? 'Enter a date and time' : refusedTime}
      />
      <FormError>{failure && !refusedTime && failure.message}</FormError>
      <div className="flex justify-end gap-2">
        <Button
          variant="ghost"
          onClick={() => {
            setMessage(undefined);
            onClose();
          }}
        >
          Discard
        </Button>
        <Button type="submit" variant="primary" pending={record.isPending}>
          Record message
        </Button>
      </div>
    </form>
  );
}
