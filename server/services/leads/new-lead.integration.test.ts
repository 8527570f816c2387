import { expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { leadRow } from '#server/testing/lead-row.ts';
import type { LeadRow } from './insert-leads.ts';
import { arrayOf, newLeadColumns, writeNewLead } from './new-lead.ts';

const database = withTestDatabase();
const plain = leadRow({ name: 'Maria' });

const read = (rows: readonly LeadRow[]) =>
  database.sql`select name, phones, email, segment, custom_fields
    from unnest(${arrayOf(rows.map(writeNewLead))}::text::new_lead[])`;

test('names the attributes of the type in their order', async () => {
  const attributes = await database.sql<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'new_lead'::regclass and attnum > 0 and not attisdropped order by attnum`;

  expect(newLeadColumns).toEqual(attributes.map(({ name }) => name));
});

test.each([
  'a,b',
  '(a) {b} [c]',
  '"',
  '\\',
  '\\"',
  '"\\"\\\\""',
  "O'Neil",
  ' ',
  'NULL',
  'null',
  'tab\tline\r\nend',
  '$1 $& %s',
  'Łódź 王小明 مرحبا 🌊',
])('brings %j over as it is, wherever it stands', async (text) => {
  const row = { ...plain, name: text, email: text, segment: text, phones: [text, '1', text] };
  const sent = [row, plain, { ...row, customFields: { [text]: text, n: 1.5, yes: true } }];

  expect([...(await read(sent))]).toEqual([
    { name: text, email: text, segment: text, phones: [text, '1', text], custom_fields: null },
    { name: 'Maria', email: null, segment: '', phones: [], custom_fields: null },
    {
      name: text,
      email: text,
      segment: text,
      phones: [text, '1', text],
      custom_fields: { [text]: text, n: 1.5, yes: true },
    },
  ]);
});
