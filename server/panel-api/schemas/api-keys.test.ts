import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { pathLength, pathNameLength, rulesPerKey } from '#db/values/limits.ts';
import { saveMappingInput } from './api-keys.ts';

const phone = { path: ['tel'], field: 'phones' };
const parse = (...rules: unknown[]) =>
  saveMappingInput.safeParse({ id: randomUUID(), rules, comesFrom: null, version: 0 });
const rules = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...phone, path: [`f${n}`] }));

it.each<[what: string, rules: unknown[]]>([
  ['no rule', []],
  ['as many rules as a key may have', rules(rulesPerKey)],
  ['a path of the longest kind', [{ ...phone, path: Array(pathLength).fill('a') }]],
  ['places of items', [{ ...phone, path: ['leads', 0, 'tel'] }]],
  ['a custom field', [{ path: ['city'], field: 'customFields', name: 'City' }]],
  ['a company inside of an object', [{ ...phone, path: ['data', 'companyId'] }]],
])('a mapping may have %s', (_, given) => {
  expect(parse(...given).success).toBe(true);
});

it.each<[what: string, rules: unknown[], message: string]>([
  [
    'too many rules',
    rules(rulesPerKey + 1),
    'A key has at most 100 rules. Remove one that is no longer used',
  ],
  ['no path', [{ ...phone, path: [] }], 'A path needs at least one name'],
  [
    'a path that is too long',
    [{ ...phone, path: Array(pathLength + 1).fill('a') }],
    'A path has at most 20 parts',
  ],
  ['a place at the beginning', [{ ...phone, path: [0, 'tel'] }], 'A path begins with a name'],
  ['the same path twice', [phone, { ...phone, field: 'email' }], 'Two rules read the same path'],
  [
    'a custom field without a name',
    [{ ...phone, field: 'customFields' }],
    'Name the custom field; other fields have no name',
  ],
  [
    'a name of a phone',
    [{ ...phone, name: 'x' }],
    'Name the custom field; other fields have no name',
  ],
  [
    '__proto__ as the name of a custom field',
    [{ ...phone, field: 'customFields', name: '__proto__' }],
    'A custom field cannot have this name',
  ],
  ...['appId', 'app_id', 'Company ID', 'company-id', '__proto__', '…'].map(
    (name): [string, unknown[], string] => [
      name,
      [{ ...phone, path: [name] }],
      'This field is never read',
    ],
  ),
  [
    '__proto__ within a path',
    [{ ...phone, path: ['a', '__proto__', 'b'] }],
    'This field is never read',
  ],
])('a mapping may not have %s', (_, given, message) => {
  const { error } = parse(...given);
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it('a name in a path is bounded and can be stored', () => {
  expect(parse({ ...phone, path: ['a'.repeat(pathNameLength)] }).success).toBe(true);
  for (const name of ['', 'a'.repeat(pathNameLength + 1), 'a\0', '\ud83d']) {
    expect(parse({ ...phone, path: [name] }).success).toBe(false);
  }
});
