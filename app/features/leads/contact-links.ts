import type { MessageChannel } from '#db/values/leads.ts';
import { mailtoUrl } from './labels.ts';

/** Characters of an address that every browser gives to another program: Windows takes 2,048. */
const linkMax = 2_000;

/** What is written to a lead. */
export interface Message {
  text: string;
  /** Of an email. */
  subject: string | null;
}

export const noMessage: Message = { text: '', subject: null };

/** The channel of a message, and the address in it. */
export interface Recipient {
  channel: MessageChannel;
  /** Digits of a phone with country code, or an email address. */
  to: string;
}

export const callUrl = (phone: string): string => `tel:${phone}`;

function queryOf(values: Record<string, string>): string {
  const parts = Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** RFC 6068 wants both characters of a line break. */
const withBothBreaks = (text: string) => text.replace(/\r?\n/g, '\r\n');

function linkOf({ channel, to }: Recipient, { text, subject }: Message): string {
  return channel === 'whatsapp'
    ? `https://wa.me/${to}${queryOf({ text })}`
    : `${mailtoUrl(to)}${queryOf({ subject: subject ?? '', body: withBothBreaks(text) })}`;
}

/**
 * The address that begins a message in WhatsApp or the program for email. A text that is too long for an
 * address is left out: `isWhole` is then false.
 */
export function messageLink(recipient: Recipient, message: Message) {
  const href = linkOf(recipient, message);
  if (href.length <= linkMax) return { href, isWhole: true };

  const begun = linkOf(recipient, { ...message, text: '' });
  const isBegun = begun.length <= linkMax;
  return { href: isBegun ? begun : linkOf(recipient, noMessage), isWhole: false };
}
