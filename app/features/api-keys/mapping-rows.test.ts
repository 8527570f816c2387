import { describe, expect, it } from 'vitest';
import type { FieldRule } from '#db/values/field-mapping.ts';
import { describeRule, fieldChoices, knownLabel, mappingRows, withRule } from './mapping-rows.ts';

const sent = (path: FieldRule['path'], known: 'phones' | null = null) => ({
  path,
  known,
  lastValue: 'x',
  requests: 1,
});
const ignored = (name: string, canBeMapped = true) => ({
  name,
  canBeMapped,
  isNeverRead: false,
  requests: 1,
  lastSentAt: '2026-11-28T00:00:00.000Z',
});

describe('the rows of a mapping', () => {
  it('are the sent paths, then those of rules, then names that were ignored earlier', () => {
    const nested = sent(['lead', 'tel']);
    const phone: FieldRule = { path: ['lead', 'tel'], field: 'phones' };
    const old: FieldRule = { path: ['old'], field: 'email' };

    expect(
      mappingRows(
        [sent(['mobile'], 'phones'), nested],
        [ignored('lead'), ignored('city')],
        [old, phone],
      ),
    ).toEqual([
      { path: ['mobile'], sent: sent(['mobile'], 'phones'), rule: undefined, outer: undefined },
      { path: ['lead', 'tel'], sent: nested, rule: phone, outer: phone },
      { path: ['old'], sent: undefined, rule: old, outer: old },
      { path: ['city'], sent: undefined, rule: undefined, outer: undefined },
    ]);
  });

  it('name the rule that reads a value with others', () => {
    const whole: FieldRule = { path: ['lead'], field: 'customFields', name: 'lead' };
    expect(mappingRows([sent(['lead', 'tel'])], [], [whole])).toMatchObject([
      { path: ['lead', 'tel'], rule: undefined, outer: whole },
      { path: ['lead'], rule: whole },
    ]);
  });

  it('are none for fields that are never read', () => {
    expect(mappingRows([sent(['appId'])], [ignored('x', false)], [])).toEqual([]);
  });
});

it('a rule is added at the end, replaced in its place, and removed', () => {
  const name: FieldRule = { path: ['a', 0], field: 'name' };
  const email: FieldRule = { path: ['b'], field: 'email' };
  const phone: FieldRule = { path: ['a', 0], field: 'phones' };
  const both = withRule([name], ['b'], email);
  expect(both).toEqual([name, email]);
  expect(withRule(both, ['a', 0], phone)).toEqual([phone, email]);
  expect(withRule(both, ['a', 0], undefined)).toEqual([email]);
});

describe('labels', () => {
  it('offer each field once, the parts of the name first', () => {
    const fields = fieldChoices.flatMap((choice) => choice.fields);
    expect(new Set(fields).size).toBe(fields.length);
    expect(fields.slice(0, 3)).toEqual(['name', 'firstName', 'lastName']);
  });

  it('say what a name and a rule stand for', () => {
    expect([
      knownLabel(null),
      knownLabel('isTest'),
      knownLabel('fullName'),
      knownLabel('phones'),
    ]).toEqual(['Not read', 'Test lead', 'Full name', 'Phones']);
    expect(describeRule({ path: ['city'], field: 'customFields', name: 'Town' })).toBe(
      'Custom fields: Town',
    );
    expect(describeRule({ path: ['city'], field: 'customFields', name: 'city' })).toBe(
      'Custom fields',
    );
    expect(describeRule({ path: ['a'], field: 'lastName' })).toBe('Last name');
  });
});
