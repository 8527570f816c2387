import { expect, it } from 'vitest';
import { messageLink, noMessage } from './contact-links.ts';

const whatsApp = { channel: 'whatsapp', to: '5511987654321' } as const;
const email = { channel: 'email', to: 'maria@example.test' } as const;

it('begins a message without a text', () => {
  expect(messageLink(whatsApp, noMessage).href).toBe('https://wa.me/5511987654321');
  expect(messageLink(email, noMessage).href).toBe('mailto:maria@example.test');
});

const texts = [
  'Hello\nMaria 👋🏽',
  'مرحبا، كيف الحال؟',
  '50 % & more + #1? {a=b}',
  "it's (done)!*~",
];

it.each(texts)('carries %j as it is', (text) => {
  const chat = new URL(messageLink(whatsApp, { text, subject: null }).href);
  expect(chat.host + chat.pathname).toBe('wa.me/5511987654321');
  expect([...chat.searchParams]).toEqual([['text', text]]);

  const mail = new URL(messageLink(email, { text, subject: `Re: ${text}` }).href);
  expect(mail.pathname).toBe('maria@example.test');
  expect([...mail.searchParams]).toEqual([
    ['subject', `Re: ${text}`],
    ['body', text.replace('\n', '\r\n')],
  ]);
});

it('adds no recipient and no text by an address', () => {
  const to = 'a?bcc=b@example.test&body=x';
  expect(messageLink({ channel: 'email', to }, noMessage).href).not.toMatch(/[?&]/);
});

it.each([
  ['a'.repeat(1_967), true],
  ['a'.repeat(1_968), false],
  ['م'.repeat(327), true],
  ['م'.repeat(328), false],
])('leaves out a text that is too long for an address', (text, isWhole) => {
  const link = messageLink(whatsApp, { text, subject: null });
  expect(link.isWhole).toBe(isWhole);
  expect(link.href.length).toBeLessThanOrEqual(2_000);
  expect(link.href.includes('text=')).toBe(isWhole);
});

it('keeps the subject where the text is left out', () => {
  const link = messageLink(email, { text: 'a'.repeat(2_000), subject: 'Your offer' });
  expect(link).toEqual({ href: 'mailto:maria@example.test?subject=Your%20offer', isWhole: false });
});
