import { ChevronDown, MessageCircle } from 'lucide-react';
import { Button } from '#app/_ui/button.tsx';
import { Menu, MenuGroup } from '#app/_ui/menu.tsx';
import type { Message, Recipient } from '#app/features/leads/contact-links.ts';
import { channelLabels } from '#app/features/leads/labels.ts';
import { MessageAnchor } from '#app/features/leads/lead/contact-buttons.tsx';
import { useContactDrafts } from '#app/features/leads/lead/contact-drafts.ts';
import { MessageItems, useTemplates } from '#app/features/leads/lead/message-button.tsx';
import type { ToDoItem } from '#server/panel-api/schemas/to-do.ts';

interface WriteButtonProps {
  item: ToDoItem;
  /** A message was begun. */
  onWrite: () => void;
}

interface Way {
  recipient: Recipient;
  /** As it is shown. */
  shown: string;
}

/** WhatsApp needs a number that is certain. */
function waysOf({ phones, phone, phoneMarks, email }: ToDoItem): Way[] {
  const chats = phones
    .map((to, index) => ({
      recipient: { channel: 'whatsapp' as const, to },
      shown: (index === 0 && phone) || `+${to}`,
    }))
    .filter(({ recipient }) => phoneMarks?.[recipient.to] === undefined);
  const mails =
    email === null ? [] : [{ recipient: { channel: 'email' as const, to: email }, shown: email }];
  return [...chats, ...mails];
}

/** Begins a message to the lead of a row. */
export function WriteButton({ item, onWrite }: WriteButtonProps) {
  const { wrote } = useContactDrafts(item.id);
  const ways = waysOf(item);
  const [first, ...others] = ways;
  const hasTemplates = useTemplates(first?.recipient.channel).length > 0;
  if (!first) return null;

  const begin =
    ({ recipient, shown }: Way) =>
    (message: Message) => {
      wrote(recipient, shown, message);
      onWrite();
    };

  if (others.length === 0 && !hasTemplates) {
    return <MessageAnchor {...first} onWrite={begin(first)} keys="w" />;
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" aria-keyshortcuts="w">
          <MessageCircle aria-hidden />
          Write
          <span className="sr-only">: {item.name}</span>
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {ways.map((way) => (
        <MenuGroup
          key={way.shown}
          label={
            <span className="text-fg-muted text-sm">
              {channelLabels[way.recipient.channel]} <bdi>{way.shown}</bdi>
            </span>
          }
        >
          <MessageItems recipient={way.recipient} lead={item} onWrite={begin(way)} />
        </MenuGroup>
      ))}
    </Menu>
  );
}
