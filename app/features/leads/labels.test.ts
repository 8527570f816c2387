import { describe, expect, it } from 'vitest';
import {
  describeEvent,
  mailtoUrl,
  priorityLabels,
  statusLabels,
  temperatureLabels,
  toSentence,
} from './labels.ts';

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

it('labels are those that exports write beside their codes', () => {
  const labels = { ...statusLabels, ...priorityLabels, ...temperatureLabels };
  for (const [code, label] of Object.entries(labels)) expect(toSentence(code)).toBe(label);
});
