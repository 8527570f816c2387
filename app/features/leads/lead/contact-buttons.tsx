'use client';

import { Mail, MessageCircle, Phone } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { ButtonAnchor } from '#app/_ui/button.tsx';
import {
  callUrl,
  type Message,
  messageLink,
  noMessage,
  type Recipient,
} from '#app/features/leads/contact-links.ts';
import type { MessageChannel } from '#db/values/leads.ts';

interface CallAnchorProps {
  /** For the address. */
  phone: string;
  /** As it is shown. */
  shown: string;
  onCall?: ((shown: string) => void) | undefined;
}

export function CallAnchor({ phone, shown, onCall }: CallAnchorProps) {
  return (
    <ButtonAnchor size="sm" href={callUrl(phone)} onClick={() => onCall?.(shown)}>
      <Phone aria-hidden />
      Call<span className="sr-only"> {shown}</span>
    </ButtonAnchor>
  );
}

/** What a button for messages by a channel shows. */
export const channelButtons: Record<MessageChannel, { icon: ReactNode; verb: string }> = {
  whatsapp: { icon: <MessageCircle aria-hidden />, verb: 'WhatsApp' },
  email: { icon: <Mail aria-hidden />, verb: 'Write' },
};

/** WhatsApp is a web page, which opens in another tab. An email opens a program, without a tab. */
export const tabOf = ({ channel }: Recipient): ComponentProps<'a'> =>
  channel === 'whatsapp' ? { target: '_blank', rel: 'noreferrer' } : {};

/** Says what `tabOf` does. */
export const TabNote = ({ recipient }: { recipient: Recipient }) =>
  recipient.channel === 'whatsapp' && <span className="sr-only"> (opens in a new tab)</span>;

interface MessageAnchorProps {
  recipient: Recipient;
  /** As it is shown. */
  shown: string;
  onWrite?: (message: Message) => void;
  /** Its key. */
  keys?: string;
}

/** Begins an empty message. */
export function MessageAnchor({ recipient, shown, onWrite, keys }: MessageAnchorProps) {
  const { icon, verb } = channelButtons[recipient.channel];

  return (
    <ButtonAnchor
      size="sm"
      aria-keyshortcuts={keys}
      href={messageLink(recipient, noMessage).href}
      {...tabOf(recipient)}
      onClick={() => onWrite?.(noMessage)}
    >
      {icon}
      {verb}
      <span className="sr-only"> to {shown}</span>
      <TabNote recipient={recipient} />
    </ButtonAnchor>
  );
}
