import { expect, test } from 'vitest';
import { looksOf } from './owner-looks.ts';

const idOf = (n: number) => `01940000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const membersNamed = (name: string, amount: number) =>
  Array.from({ length: amount }, (_, n) => ({ id: idOf(n), name }));

test('members have the initials of their first and last name', () => {
  const names = ['Ada King Lovelace', 'plato', '  Élise  Ångström ', '李 小龙'];
  const looks = looksOf(names.map((name, n) => ({ id: idOf(n), name })));
  expect([...looks.values()].map(({ initials }) => initials)).toEqual(['AL', 'P', 'ÉÅ', '李小']);
});

test('of twenty members with the same initials, no two look alike', () => {
  const looks = [...looksOf(membersNamed('Ada Lovelace', 20)).values()];
  expect(new Set(looks.map(({ initials, colour }) => `${initials} ${colour}`)).size).toBe(20);
});

test('a new member changes how no other looks', () => {
  const members = membersNamed('Ada Lovelace', 6);
  const before = looksOf(members.slice(0, 5));
  const after = looksOf(members.toReversed());
  for (const [id, look] of before) expect(after.get(id)).toEqual(look);
});
