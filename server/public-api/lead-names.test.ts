import { expect, it } from 'vitest';
import { meaningOf } from './lead-names.ts';

it.each([
  ['name', 'name'],
  ['Phone Number', 'phones'],
  ['E-mail', 'email'],
  ['e‑mail', 'email'],
  ['GCLID', 'gclid'],
  ['gcl_id', 'gclid'],
  ['your-tel', 'phones'],
  ['contact_email_address', 'email'],
  ['customer_name', 'name'],
  ['UserFirstName', 'firstName'],
  ['lead_id', 'externalLeadId'],
  ['Lead ID', 'externalLeadId'],
  ['lead_name', 'name'],
  ['Mensagem', 'message'],
  ['is_test', 'isTest'],
  ['contact', undefined],
  ['contact_id', undefined],
  ['id', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
  ['', undefined],
  ['name_', 'name'],
  ['nameless', undefined],
])('%j stands for %s', (name, meaning) => {
  expect(meaningOf(name)?.meaning).toBe(meaning);
});

it('prefers the published name, then the order of the list', () => {
  const ranks = ['email', 'E-Mail', 'your_email', 'emailAddress', 'mail', 'correo'].map(
    (name) => meaningOf(name)?.rank ?? Number.NaN,
  );
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  expect(new Set(ranks).size).toBe(ranks.length);
});
