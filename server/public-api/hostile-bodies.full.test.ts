import { expect, it } from 'vitest';
import type { FieldRule } from '#db/values/field-mapping.ts';
import { rulesPerKey } from '#db/values/limits.ts';
import { maxBodyBytes } from '../limits.ts';
import { assertDepth, parseObject } from './read-json.ts';
import { readLead } from './read-lead.ts';
import { asksForProblem } from './response.ts';

const names = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0])));
const most = (text: (length: number) => string) => text(maxBodyBytes - 2_000);

/** The longest bodies that are read at all, each at its worst for one part of the way. */
const bodies: [what: string, body: string][] = [
  ['lists in lists', most((length) => '['.repeat(length / 2) + ']'.repeat(length / 2))],
  ['objects in objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['unfinished', most((length) => '{"a":'.repeat(length / 5))],
  ['unknown names', names(6_000)],
  ['custom fields', `{"name":"x","customFields":${names(6_000)}}`],
  ['custom fields twice', `{"customFields":${names(2_900)},"custom_fields":${names(2_901)}}`],
  ['phones', `{"name":"x","phones":[${most((length) => '"1",'.repeat(length / 4))}"1"]}`],
  ['decoration', `{"name":"x","phones":["${most((length) => '+ ('.repeat(length / 3))}"]}`],
  ['blanks', `{"name":"${most((length) => ' '.repeat(length))}x"}`],
  ['escapes', `{"name":"${most((length) => '\\u0020'.repeat(length / 6))}"}`],
  ['emoji', `{"name":"x","segment":"${most((length) => '😀'.repeat(length / 4))}"}`],
  ['a number', `{"name":"x","formId":${most((length) => '9'.repeat(length))}}`],
  [
    'items of a form',
    `{"name":"x","list":[${most((length) => '{"key":"a","value":1},'.repeat(length / 22))}1]}`,
  ],
  [
    'what is beside a mapped value',
    `{"name":"x","list":[{"key":"k0","value":1},${most((length) => '[],{},'.repeat(length / 6))}1]}`,
  ],
  ['the same name', `{${most((length) => '"name":"x",'.repeat(length / 11))}"name":"x"}`],
];

/** As many rules as a key may have, each into a list of many items. */
const mapping = Array.from(
  { length: rulesPerKey },
  (_, n): FieldRule => ({
    path: ['list', `k${n}`, 'value'],
    field: 'email',
  }),
);

function judge(body: string): void {
  try {
    const sent = parseObject(body);
    assertDepth(sent);
    readLead(sent, { mapping, country: 'BR', isStrict: true });
  } catch {
    // Refused before its fields are looked at.
  }
}

/** Milliseconds; the best of some, as the machine has other work. */
function shortest(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...times);
}

it.each(bodies)('check 18: %s hold the event loop for less than 50 ms', (_, body) => {
  const bytes = Buffer.from(body);
  expect(bytes.length).toBeLessThanOrEqual(maxBodyBytes);
  expect(shortest(() => judge(body))).toBeLessThan(50);
});

it('reads a header as long as headers may be without a pause', () => {
  const read = () => {
    asksForProblem('"\\'.repeat(8_000));
    asksForProblem(',;"'.repeat(5_000));
  };
  expect(shortest(read)).toBeLessThan(50);
});
