import { expect, it } from 'vitest';
import { fillTemplate, unknownPlaceholder, valuesFor } from './message-templates.ts';

const others = { agent: 'Ada', company: 'Acme', funnel: 'Buyers' };
const maria = valuesFor({ name: 'Maria da Silva', nameFrom: null }, others);
const unnamed = valuesFor({ name: '+4917612345678', nameFrom: 'phones' }, others);

it.each([
  [
    'Hello {{name}}, {{agent}} of {{company}} ({{funnel}})',
    'Hello Maria da Silva, Ada of Acme (Buyers)',
  ],
  ['Hi {{ FirstName }}!\n\nIs {{firstName}} right?', 'Hi Maria!\n\nIs Maria right?'],
  ['مرحبا {{firstName}}، 👋', 'مرحبا Maria، 👋'],
  ['{{name}} {not a placeholder}', 'Maria da Silva {not a placeholder}'],
  ['', ''],
])('fills in %j', (text, filled) => {
  expect(fillTemplate(text, maria)).toBe(filled);
});

it.each([
  ['Hello {{name}}, this is {{agent}}.', 'Hello, this is Ada.'],
  ['Hello, {{firstName}}!', 'Hello!'],
  ['Dear {{firstName}}\nhow are you?', 'Dear\nhow are you?'],
  ['{{name}}, good morning', 'Good morning'],
  ['{{name}}! good morning', 'Good morning'],
  ['Hi\n{{firstName}} {{name}}: your offer', 'Hi\nYour offer'],
  ['{{name}} {{agent}} here', 'Ada here'],
  ['مرحبا {{name}}، شكرا', 'مرحبا، شكرا'],
  ['{{name}}', ''],
])('greets without a name: %j', (text, filled) => {
  expect(fillTemplate(text, unnamed)).toBe(filled);
});

it('fills in once: a name is no template', () => {
  const values = valuesFor({ name: '{{company}}', nameFrom: null }, others);
  expect(fillTemplate('Hello {{name}}', values)).toBe('Hello {{company}}');
});

it.each([
  ['Hello {{name}} {{ AGENT }}', undefined],
  ['Hello {name}', undefined],
  ['Hello {{nme}}', '{{nme}}'],
  ['Hello {{}}', '{{}}'],
  ['Hello {{name}', '{{'],
  ['Hello name}}', '}}'],
])('finds what stands for nothing in %j', (text, unknown) => {
  expect(unknownPlaceholder(text)).toBe(unknown);
});
