import { describe, expect, it } from 'vitest';
import { type FieldRule, writePath } from '#db/values/field-mapping.ts';
import { valuesIn } from '../body-paths.ts';
import { meaningOf } from '../lead-names.ts';
import { proposeRules } from './propose-rules.ts';

const pathsIn = (body: object) =>
  valuesIn(body, 200).map(({ path, value }) => ({
    path,
    lastValue: String(value),
    known: meaningOf(String(path[0]))?.meaning ?? null,
  }));

/** The rules as text, by the path that they read. */
const propose = (body: object, rules: FieldRule[] = []) =>
  Object.fromEntries(
    proposeRules(pathsIn(body), rules).map(({ path, field, name }) => [
      writePath(path),
      name === undefined ? field : `${field}.${name}`,
    ]),
  );

it.each<[what: string, body: object, rules: object]>([
  [
    'names inside of an object',
    { formId: 'f', lead: { nome: 'Maria Silva', fone: '+55 11 98765-4321' } },
    { 'lead.nome': 'name', 'lead.fone': 'phones' },
  ],
  [
    'first and last name',
    { data: { first_name: 'Maria', last_name: 'Silva', utm_source: 'ig' } },
    {
      'data.first_name': 'firstName',
      'data.last_name': 'lastName',
      'data.utm_source': 'utmSource',
    },
  ],
  [
    'questions, and the other answers of the form',
    {
      fields: [
        { label: 'Como você se chama?', value: 'Maria' },
        { label: 'Qual é o seu WhatsApp?', value: '11 98765-4321' },
        { label: 'Qual plano?', value: 'Pro' },
      ],
    },
    {
      'fields.Como você se chama?.value': 'name',
      'fields.Qual é o seu WhatsApp?.value': 'phones',
      'fields.Qual plano?.value': 'customFields.Qual plano?',
    },
  ],
  [
    'values that look like a person, whatever they are called',
    { q1: 'Maria da Silva', q2: 'maria@example.com', q3: '(11) 98765-4321', q4: 'yes' },
    { q1: 'name', q2: 'email', q3: 'phones' },
  ],
  [
    'a person among numbers, dates and places',
    {
      submitted_at: '2026-11-20',
      created_time: '1763629200',
      request_id: '5511987654321',
      cidade: 'São Paulo',
      a: 'Rio de Janeiro'.toLowerCase(),
      b: 'João Souza',
      c: '11987654321',
    },
    { b: 'name', c: 'phones' },
  ],
  [
    'no name of a form or a company',
    { form: { name: 'Contact' }, company: { name: 'Acme' }, reply: { to: 'ana@example.com' } },
    { 'reply.to': 'email' },
  ],
])('proposes %s', (_, body, rules) => {
  expect(propose(body)).toEqual(rules);
});

describe('proposes nothing', () => {
  it.each<[what: string, body: object]>([
    ['without a person', { event: 'ping', at: '2026-11-20T10:00:00Z', data: { plan: 'pro' } }],
    ['for empty values', { lead: { nome: '', fone: ' ' } }],
    ['for names that are read already', { name: 'Ana', phone: '11 98765-4321' }],
  ])('%s', (_, body) => {
    expect(propose(body)).toEqual({});
  });

  it('for a field that a rule fills', () => {
    const rules: FieldRule[] = [{ path: ['lead', 'who'], field: 'name' }];
    expect(propose({ lead: { who: 'Ana', nome: 'Bia', mail: 'ana@example.com' } }, rules)).toEqual({
      'lead.mail': 'email',
      'lead.nome': 'customFields.nome',
    });
  });
});

it('proposes another path where the one of a rule is gone', () => {
  const rules: FieldRule[] = [{ path: ['lead', 'nome'], field: 'name' }];
  expect(propose({ lead: { nome_completo: 'Ana Lima' } }, rules)).toEqual({
    'lead.nome_completo': 'name',
  });
});
