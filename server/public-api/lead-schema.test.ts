import { getTableColumns } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { leads } from '#db/schema/leads.ts';
import { leadFields, spellings } from './lead-schema.ts';

it('has a column for each field, which is what intake stores', () => {
  const columns = Object.keys(getTableColumns(leads));
  expect(Object.keys(leadFields.shape).filter((field) => !columns.includes(field))).toEqual([]);
});

it('has a field for each spelling', () => {
  expect(Object.keys(leadFields.shape)).toEqual(expect.arrayContaining(Object.keys(spellings)));
});
