import { describe, expect, it } from 'vitest';
import { writePath } from '#db/values/field-mapping.ts';
import { findAt, valuesIn } from './body-paths.ts';

const typeform = {
  form_response: {
    answers: [
      { type: 'text', text: 'Laura', field: { id: 'DlX', ref: 'name' } },
      { type: 'phone_number', phone_number: '+5511987654321', field: { id: 'SMp', ref: 'phone' } },
    ],
  },
};
const tally = {
  data: {
    fields: [
      { key: 'question_mVGEg3', label: 'Name', value: 'Maria Silva' },
      { key: 'question_nGrKd5', label: 'Phone', value: '+32467000000' },
    ],
  },
};
const googleAds = {
  user_column_data: [{ column_name: 'Full Name', string_value: 'Ana', column_id: 'FULL_NAME' }],
};
const calCom = { payload: { attendees: [{ name: 'Maria Silva', email: 'maria@example.com' }] } };

describe('a path', () => {
  it.each<[string, object, (string | number)[], unknown, (string | number)[]]>([
    ['a field', { mobile_no: 1 }, ['mobile_no'], 1, ['mobile_no']],
    [
      'an answer by its question',
      typeform,
      ['form_response', 'answers', 'phone', 'phone_number'],
      '+5511987654321',
      ['form_response', 'answers', 1, 'phone_number'],
    ],
    [
      'a field of a form by its key',
      tally,
      ['data', 'fields', 'question_nGrKd5', 'value'],
      '+32467000000',
      ['data', 'fields', 1, 'value'],
    ],
    [
      'a person by the place',
      calCom,
      ['payload', 'attendees', 0, 'name'],
      'Maria Silva',
      ['payload', 'attendees', 0, 'name'],
    ],
    [
      'a long name by its beginning, as ignored fields are listed',
      { ['q'.repeat(80)]: 1 },
      ['q'.repeat(64)],
      1,
      ['q'.repeat(80)],
    ],
    ['a dot in a name', { 'a.b': { c: 1 } }, ['a.b', 'c'], 1, ['a.b', 'c']],
  ])('finds %s', (_, body, path, value, place) => {
    expect(findAt(body, path)).toEqual({ value, place });
  });

  it.each<[string, object, (string | number)[]]>([
    ['a missing field', { a: 1 }, ['b']],
    ['a field of a text', { a: 'b' }, ['a', 'length']],
    ['a property of a list', { a: [1] }, ['a', 'length']],
    ['a property of every object', { a: {} }, ['a', 'constructor']],
    ['an item that is gone', tally, ['data', 'fields', 'question_x', 'value']],
    ['a person by the name', calCom, ['payload', 'attendees', 'Maria Silva', 'email']],
  ])('does not find %s', (_, body, path) => {
    expect(findAt(body, path)).toBeUndefined();
  });
});

describe('the values of a body', () => {
  const pathsOf = (body: object) => valuesIn(body, 100).map(({ path }) => writePath(path));

  it('are listed by the paths that find them', () => {
    for (const body of [typeform, tally, googleAds, calCom]) {
      for (const { path, value } of valuesIn(body, 100)) {
        expect(findAt(body, path)?.value).toBe(value);
      }
    }
    expect(pathsOf(googleAds)).toEqual([
      'user_column_data.FULL_NAME.column_name',
      'user_column_data.FULL_NAME.string_value',
      'user_column_data.FULL_NAME.column_id',
    ]);
    expect(pathsOf(calCom)).toEqual(['payload.attendees[0].name', 'payload.attendees[0].email']);
  });

  it('are listed with every item of one name', () => {
    const item = { name: 'phone', value: '1' };
    expect(pathsOf({ list: [item, item] })).toEqual([
      'list.phone.name',
      'list.phone.value',
      'list[1].name',
      'list[1].value',
    ]);
  });

  it('count a list of texts as one', () => {
    expect(valuesIn({ values: ['a', 'b'], none: {} }, 100)).toEqual([
      { path: ['values'], place: ['values'], value: ['a', 'b'] },
    ]);
  });

  it('are as many as are asked for', () => {
    expect(
      valuesIn(
        Array.from({ length: 10 }, (_, n) => ({ n })),
        3,
      ),
    ).toHaveLength(3);
  });
});
