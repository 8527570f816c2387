import { describe, expect, it } from 'vitest';
import { describeEvent, mailtoUrl, toSentence } from './labels.ts';

describe('describeEvent', () => {
  it('uses the labels of the selects', () => {
    expect(describeEvent({ type: 'status', from: 'new', to: 'contacted' })).toBe(
      'Status changed from New to Contacted',
    );
  });

  it('names both steps of a move', () => {
    expect(describeEvent({ type: 'moved', from: 'New lead', to: 'Visit' })).toBe(
      'Moved from New lead to Visit',
    );
  });

  it('writes amounts for reading, and says when a call was taken back', () => {
    const amount = { type: 'edited', field: 'wonAmount' } as const;
    expect(describeEvent({ ...amount, from: null, to: '1200.50 BRL' })).toBe(
      'Amount added: BRL 1,200.50',
    );
    expect(describeEvent({ ...amount, from: '7 EUR', to: null })).toBe('Amount removed: EUR 7');
    expect(describeEvent({ type: 'call', from: 'spoke', to: null })).toBe('Call taken back');
    expect(describeEvent({ type: 'message', from: null, to: 'whatsapp' })).toBe(
      'Message by WhatsApp',
    );
    expect(describeEvent({ type: 'message', from: 'email', to: null })).toBe('Message taken back');
  });

  it.each([
    ['merged', 'Ana', null, 'followUp, phones', 'Merged with Ana: Follow-up, Phones taken over'],
    ['merged', 'Ana', null, '', 'Merged with Ana'],
    ['unmerged', null, null, null, 'Taken apart from another lead'],
    ['distinct', 'Ana', 'true', null, 'Marked as no duplicate of Ana'],
    ['distinct', 'Ana', 'false', null, 'Again a possible duplicate of Ana'],
  ] as const)('%s: with %s', (type, from, to, field, text) => {
    expect(describeEvent({ type, from, to, field })).toBe(text);
  });

  it('shows an unknown value unchanged', () => {
    expect(describeEvent({ type: 'priority', from: 'low', to: 'p0' })).toBe(
      'Priority changed from Low to p0',
    );
  });
});

it.each([
  ['maria+crm@example.com', 'mailto:maria%2Bcrm@example.com'],
  ['a?bcc=b@example.com&body=c', 'mailto:a%3Fbcc%3Db@example.com%26body%3Dc'],
  ['a@example.com,b@example.com', 'mailto:a@example.com%2Cb@example.com'],
  ['100%41@example.com', 'mailto:100%2541@example.com'],
])('writes to %j by %j', (email, url) => {
  expect(mailtoUrl(email)).toBe(url);
});

describe('toSentence', () => {
  it('makes a stored value readable', () => {
    expect(toSentence('paid_social')).toBe('Paid social');
    expect(toSentence('linkedin')).toBe('LinkedIn');
    expect(toSentence('producthunt.com')).toBe('producthunt.com');
    expect(toSentence('')).toBe('');
  });
});
