'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { copyText } from '#app/_ui/copy-button.tsx';
import { Menu, MenuLink } from '#app/_ui/menu.tsx';
import { showDone } from '#app/_ui/toaster.tsx';
import {
  type Message,
  messageLink,
  noMessage,
  type Recipient,
} from '#app/features/leads/contact-links.ts';
import type { MessageChannel } from '#db/values/leads.ts';
import { fillTemplate, valuesFor } from '#db/values/message-templates.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { channelButtons, MessageAnchor, TabNote, tabOf } from './contact-buttons.tsx';

/** The values of a lead that templates are filled in with. */
type Addressee = Pick<LeadDetail, 'name' | 'nameFrom'> & { funnel: { name: string } };

/** Read when the lead opens, so that the menu opens at once. Until then, and without any: none. */
export function useTemplates(channel?: MessageChannel) {
  const { data = [] } = useQuery(useTRPC().messageTemplates.list.queryOptions());
  return data.filter((each) => each.channel === null || !channel || each.channel === channel);
}

async function copyLong(message: Message, near: Element): Promise<void> {
  const isCopied = await copyText(message.text, near);
  showDone(
    isCopied
      ? 'The text is too long to be handed over. It is copied: paste it into the message.'
      : 'The text is too long to be handed over. Copy it from the form that records the message.',
  );
}

interface MessageItemsProps {
  recipient: Recipient;
  lead: Addressee;
  onWrite: (message: Message) => void;
}

/** Begins a message, empty or from a template. */
export function MessageItems({ recipient, lead, onWrite }: MessageItemsProps) {
  const { channel } = recipient;
  const { user, company } = useSession();
  const others = { agent: user.name, company: company.name, funnel: lead.funnel.name };
  const values = valuesFor(lead, others);
  const begun = useTemplates(channel).map(({ id, name, subject, text }) => ({
    id,
    name,
    message: {
      subject: channel === 'email' && subject !== null ? fillTemplate(subject, values) : null,
      text: fillTemplate(text, values),
    },
  }));

  return [{ id: '', name: 'Without a template', message: noMessage }, ...begun].map(
    ({ id, name, message }) => {
      const { href, isWhole } = messageLink(recipient, message);
      const select = ({ currentTarget }: MouseEvent) => {
        if (!isWhole) void copyLong(message, currentTarget);
        onWrite(message);
      };
      return (
        <MenuLink key={id} href={href} {...tabOf(recipient)} onClick={select}>
          <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
          <TabNote recipient={recipient} />
        </MenuLink>
      );
    },
  );
}

interface MessageButtonProps extends MessageItemsProps {
  /** As it is shown. */
  shown: string;
}

/** Begins a message at once, or where the company has templates by a menu. */
export function MessageButton({ shown, ...items }: MessageButtonProps) {
  const { recipient, onWrite } = items;
  const { icon, verb } = channelButtons[recipient.channel];
  const hasTemplates = useTemplates(recipient.channel).length > 0;
  if (!hasTemplates) return <MessageAnchor recipient={recipient} shown={shown} onWrite={onWrite} />;

  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm">
          {icon}
          {verb}
          <span className="sr-only"> to {shown}</span>
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MessageItems {...items} />
    </Menu>
  );
}
