import { expect, it } from 'vitest';
import { createTemplateInput } from './message-templates.ts';

const plain = { name: 'Offer', channel: null, subject: null, text: 'Hello {{firstName}}' };
const messageOf = (values: object) => {
  const { error } = createTemplateInput.safeParse({ ...plain, ...values });
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

it('names a placeholder that does not exist', () => {
  expect(messageOf({})).toBeUndefined();
  expect(messageOf({ text: 'Hello {{ Nme }}' })).toEqual([
    'text: “{{ Nme }}” is no placeholder. There are {{name}}, {{firstName}}, {{agent}}, {{company}}, {{funnel}}',
  ]);
  expect(messageOf({ subject: 'For {{you}}' })?.[0]).toContain('subject: “{{you}}”');
});

it('bounds what is written', () => {
  expect(messageOf({ text: '' })).toEqual(['text: Write a text']);
  expect(messageOf({ text: 'a'.repeat(2_001) })).toEqual(['text: Use at most 2,000 characters']);
  expect(messageOf({ name: ' ' })).toEqual(['name: Enter a name']);
  expect(messageOf({ channel: 'fax' })).toHaveLength(1);
  expect(createTemplateInput.parse({ ...plain, subject: ' one\nline ' }).subject).toBe('one line');
});
