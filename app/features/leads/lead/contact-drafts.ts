'use client';

import { useStoredDraft } from '#app/_trpc/use-draft.ts';
import type { Message, Recipient } from '#app/features/leads/contact-links.ts';
import type { CallOutcome, MessageChannel } from '#db/values/leads.ts';
import type { FollowUpChoice } from './follow-up.tsx';
import { workDrafts } from './use-lead-work.ts';

export interface ContactDraft {
  /** The phone or email address as it is shown. Absent: the form was opened without a press on one. */
  reached?: string;
  text: string;
  followUp: FollowUpChoice;
  /** The lead is contacted now. Absent: yes. */
  isContact?: boolean;
}

export interface CallDraft extends ContactDraft {
  outcome?: CallOutcome;
}

export interface MessageDraft extends ContactDraft {
  /** Absent: what the lead can be written by. */
  channel?: MessageChannel;
  /** What was filled in, and is not what the member typed. */
  filled?: string;
}

export const noContactDraft: ContactDraft = { text: '', followUp: { choice: '', local: '' } };

/** A subject is its first paragraph. */
const recordedText = ({ subject, text }: Message): string =>
  [subject ?? '', text].filter((part) => part !== '').join('\n\n');

/** Keeps what a member has begun outside of the panel, for the form that records it. */
export function useContactDrafts(leadId: string) {
  const call = useStoredDraft<CallDraft>(workDrafts.call(leadId));
  const message = useStoredDraft<MessageDraft>(workDrafts.message(leadId));

  return {
    /** @param phone as it is shown */
    called: (phone: string) => call.write({ ...(call.read() ?? noContactDraft), reached: phone }),
    /** What was typed before stays. */
    wrote: ({ channel }: Recipient, shown: string, begun: Message) => {
      const before: MessageDraft = message.read() ?? noContactDraft;
      const filled = recordedText(begun);
      const isTyped = before.text !== '' && before.text !== before.filled;
      const text = isTyped ? before.text : filled;
      message.write({ ...before, channel, reached: shown, text, filled });
    },
  };
}
