import { expect, it } from 'vitest';
import { causeOf } from './cause.ts';

it.each([
  ['phones[1]: must hold 8 to 15 digits', 'phones[]: must hold 8 to 15 digits'],
  ['leads[499]: name: is required', 'leads[]: name: is required'],
  [
    'Request body must be valid JSON: line 12, column 3: a comment',
    'Request body must be valid JSON: a comment',
  ],
  [
    'Not found: send to /api/leads/public/0192F0C2-8d4e-7f5a-9b6c-7d8e9fa0b1c2',
    'Not found: send to /api/leads/public/{id}',
  ],
  ['name: is required (the body has lead.nome)', 'name: is required (the body has lead.nome)'],
])('gives %j the cause %j', (message, cause) => {
  expect(causeOf(message)).toBe(cause);
});

it('cuts a long text without half a character', () => {
  expect(causeOf(`${'x'.repeat(299)}😀`)).toBe(`${'x'.repeat(299)}\ufffd…`);
});
