'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { hasNewStatus } from '#app/features/leads/ask-outcome.ts';
import { channelLabels } from '#app/features/leads/labels.ts';
import { messageChannels } from '#db/values/leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { type MessageDraft, noContactDraft } from './contact-drafts.ts';
import { ContactForm } from './contact-form.tsx';
import { useSaved, workDrafts } from './use-lead-work.ts';
import { useOfferUndo } from './use-undo.ts';

const noMessage: MessageDraft = noContactDraft;

interface MessageFormProps {
  lead: Pick<LeadDetail, 'id' | 'name' | 'status' | 'followUpAt' | 'phones'>;
  /** The form was opened by a press. */
  hasFocus: boolean;
  onClose: () => void;
}

/** Records what was written in another program. */
export function MessageForm({ lead, hasFocus, onClose }: MessageFormProps) {
  const { id, name, status, followUpAt: planned, phones } = lead;
  const [message = noMessage, setMessage, draft] = useDraft<MessageDraft>(workDrafts.message(id));
  const saved = useSaved();
  const offerUndo = useOfferUndo();
  const record = useMutation(
    useTRPC().leads.recordMessage.mutationOptions({
      onMutate: () => message,
      onSuccess: (after, _, sent) => {
        const text = `Message to ${name} recorded`;
        saved(after, 'Message recorded');
        offerUndo(hasNewStatus(after) ? `${text}, status is Contacted` : text, after);
        if (draft.removeSaved(sent)) onClose();
      },
    }),
  );
  const { channel = phones.length > 0 ? 'whatsapp' : 'email' } = message;

  return (
    <ContactForm
      draft={message}
      reached={
        <>
          Message to <bdi className="text-fg [overflow-wrap:anywhere]">{message.reached}</bdi>
        </>
      }
      legend="Written by"
      choices={messageChannels}
      labels={channelLabels}
      chosen={channel}
      mayContact={status === 'new'}
      textLabel="What was written"
      planned={planned}
      saveLabel="Record message"
      mutation={record}
      hasFocus={hasFocus}
      onChoose={(choice) => setMessage({ ...message, channel: choice })}
      onChange={(next) => setMessage({ ...message, ...next })}
      onSave={(by, values) => record.mutate({ id, channel: by, ...values })}
      onDiscard={() => {
        setMessage(undefined);
        onClose();
      }}
    />
  );
}
