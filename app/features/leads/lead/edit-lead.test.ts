import { expect, it } from 'vitest';
import { eachOf, editedTexts } from '#db/values/lead-fields.ts';
import { editsOf, type Person, valuesOf, withStored } from './edit-lead.tsx';

const seen: Person = {
  ...eachOf(editedTexts, () => null),
  name: 'Maria',
  phones: ['5511987654321'],
  message: 'Call me',
  customFields: { budget: 900, city: 'Rio' },
};

it('sends what was changed, with what the user saw', () => {
  const typed = { ...valuesOf(seen), name: 'Ana', message: ' ', email: 'ana@example.test' };
  expect(editsOf(seen, typed, seen)).toEqual({
    name: { from: 'Maria', to: 'Ana' },
    email: { from: null, to: 'ana@example.test' },
    message: { from: 'Call me', to: null },
  });
});

it('reads a draft of an earlier version, which lacks a text', () => {
  const { message: _, ...earlier } = seen;
  const { message: __, ...draft } = valuesOf(seen);
  // What the browser has stored is not checked against the type.
  const before = earlier as Person;
  expect(editsOf(before, draft, before)).toEqual({});
  expect(editsOf(before, { ...draft, message: 'Hi' }, before)).toEqual({
    message: { from: null, to: 'Hi' },
  });
});

it('shows what was sent and not read, and sends it only when the field was changed', () => {
  const marked: Person = {
    ...seen,
    name: '33334444',
    nameFrom: 'phones',
    phones: ['33334444', '5511987654321'],
    phoneMarks: { '33334444': 'countryUnknown' },
    unreadPhones: ['N/A 12'],
    unreadValues: { email: 'x at y' },
  };
  const values = valuesOf(marked);
  expect(values).toMatchObject({
    name: '',
    phones: '33334444\n+5511987654321\nN/A 12',
    email: 'x at y',
  });
  expect(editsOf(marked, values, marked)).toEqual({});
  const typed = { ...values, phones: '33334444\nN/A 12' };
  expect(editsOf(marked, typed, marked)).toEqual({
    phones: { from: marked.phones, to: ['33334444', 'N/A 12'] },
  });
});

it('keeps the type of a custom field', () => {
  const custom = [{ name: 'budget', value: '1200', isNew: false }];
  expect(editsOf(seen, { ...valuesOf(seen), custom }, seen)).toEqual({
    customFields: { budget: { from: 900, to: 1200 } },
  });
});

it.each(['281489216452814999', '1.10', '007', '+7', '1e3', '0x10', 'NaN', '12a'])(
  'sends %s as it was typed, also where a number was',
  (value) => {
    const custom = ['budget', 'city', 'new'].map((name) => ({
      name,
      value,
      isNew: name === 'new',
    }));
    expect(editsOf(seen, { ...valuesOf(seen), custom }, seen)).toEqual({
      customFields: {
        budget: { from: 900, to: value },
        city: { from: 'Rio', to: value },
        new: { from: null, to: value },
      },
    });
  },
);

it('overwrites the field of the conflict only, when several fields were changed first', () => {
  const stored = { ...seen, name: 'Theirs', message: 'Theirs', customFields: { budget: 1 } };
  const known = withStored(seen, stored, 'name');
  expect(known).toEqual({ ...seen, name: 'Theirs' });
  const typed = { ...valuesOf(seen), name: 'Mine', message: 'Mine' };
  expect(editsOf(seen, typed, known)).toEqual({
    name: { from: 'Theirs', to: 'Mine' },
    message: { from: 'Call me', to: 'Mine' },
  });
});

it('overwrites the custom field of the conflict only, also when it was removed', () => {
  const stored = { ...seen, customFields: { budget: 1 } };
  expect(withStored(seen, stored, 'customFields.budget')).toEqual({
    ...seen,
    customFields: { budget: 1, city: 'Rio' },
  });
  expect(withStored(seen, stored, 'customFields.city').customFields).toEqual({ budget: 900 });
});
