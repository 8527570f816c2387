import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saidFields } from '#db/values/lead-fields.ts';
import { leadRow } from '#server/testing/lead-row.ts';
import { answerBy } from './deadline.ts';
import { Idempotency } from './idempotency.ts';
import { idempotencyKeysOf, naturalKeyOf } from './request-keys.ts';

/** Counts how often a lead is sent to the database. The first attempt may fail. */
function countStores({ firstFails = false } = {}) {
  const count = { stores: 0 };
  const idempotency = new Idempotency({
    store: async () => {
      count.stores += 1;
      const fails = firstFails && count.stores === 1;
      await turn();
      if (fails) throw new Error('The database is unreachable');
      return { kind: 'stored', createdAt: '2026-11-22T12:00:00.000Z' };
    },
    find: async () => undefined,
  });
  return { count, idempotency };
}

const keys = { request: { key: 'k', digest: 'd' } };
const companyId = leadRow().companyId;

/** Requests that continue in one turn of the event loop, as after a look-up that all waited for. */
const createAtOnce = (idempotency: Idempotency, requests: number) =>
  Promise.allSettled(
    Array.from({ length: requests }, () =>
      idempotency.createOnce(leadRow({ companyId }), keys, answerBy()),
    ),
  );

it('stores one of 50 requests with the same Idempotency-Key that continue in one turn', async () => {
  const { count, idempotency } = countStores();
  const outcomes = await createAtOnce(idempotency, 50);

  expect(count.stores).toBe(1);
  const kinds = outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.kind);
  expect(kinds).toEqual(['created', ...Array.from({ length: 49 }, () => 'repeated')]);
});

it('stores one of the waiting requests when the first one fails', async () => {
  const { count, idempotency } = countStores({ firstFails: true });
  const outcomes = await createAtOnce(idempotency, 50);

  expect(count.stores).toBe(2);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});

it('a first one that fails has not used up the key for other fields', async () => {
  const { count, idempotency } = countStores({ firstFails: true });
  const other = { request: { key: 'k', digest: 'other' } };
  const until = answerBy();
  const [first, second] = await Promise.allSettled([
    idempotency.createOnce(leadRow({ companyId }), keys, until),
    idempotency.createOnce(leadRow({ companyId }), other, until),
  ]);
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
  expect(count.stores).toBe(2);
});

it.each([
  [{ plan: 'pro' }, '07e4f4fb-98c2-e0af-99a3-bc8176fa2c72'],
  [undefined, '25f6448b-b06a-a6d3-f65a-85d1d9e6f20b'],
])('digests custom fields %j as stored digests have them, each of them', (customFields, digest) => {
  const submission = {
    stepId: '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5',
    origin: 'public_api' as const,
    requestId: 'r',
    name: 'Ana',
    phones: ['5511987654321'],
  };
  const digestOf = (fields: object) =>
    idempotencyKeysOf({ ...submission, ...fields }, { idempotencyKey: 'k' })?.request?.digest;

  expect(digestOf({ customFields })).toBe(digest);
  expect(digestOf({ customFields: { ...customFields, city: 'x' } })).not.toBe(digest);
  expect(digestOf({ customFields, phoneMarks: { 5511987654321: 'impossible' } })).toBe(digest);
  expect(digestOf({ customFields, unstored: { name: { name: 'Ana\0' } } })).not.toBe(digest);
});

describe('the natural key', () => {
  const base = { stepId: '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5', origin: 'public_api' as const };
  /** Few values, so that requests are often equal or differ in one field. */
  const text = fc.constantFrom('a', 'b', 'a|b', '{"a":1}');
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
  const ordinary = { noNullPrototype: true };
  const fields = {
    externalLeadId: text,
    name: text,
    phones: fc.subarray(['5511987654321', '14155550123']),
    email: maybe(text),
    message: maybe(text),
    segment: maybe(text),
    customFields: maybe(fc.dictionary(text, text, { minKeys: 1, maxKeys: 2, ...ordinary })),
  };
  const said = fc.record(fields, ordinary);
  /** The fields in which the second request may differ from the first. */
  const changed = fc.subarray(Object.keys(fields));
  const tracking = fc.record({
    campaignName: maybe(text),
    formId: maybe(text),
    gclid: maybe(text),
  });

  it('of two requests is one exactly when everything that a person said is equal', () => {
    fc.assert(
      fc.property(said, said, changed, tracking, tracking, (one, otherSaid, names, ...tracked) => {
        const differing = Object.entries(otherSaid).filter(([name]) => names.includes(name));
        const other = { ...one, ...Object.fromEntries(differing) };
        const [oneTracking, otherTracking] = tracked;
        const isOne =
          naturalKeyOf({ ...base, ...one, ...oneTracking, requestId: 'r' }) ===
          naturalKeyOf({ ...base, ...other, ...otherTracking, requestId: 's' });
        expect(isOne).toBe(isDeepStrictEqual(one, other));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['email', 'a@x.test', 'b@x.test'],
    ['message', 'Call me', 'Write to me'],
    ['segment', 'gold', 'silver'],
    ['customFields', { plan: 'pro' }, { plan: 'basic' }],
    ['unstored', { email: { email: 'at work' } }, { email: { email: 'at home' } }],
    ['nameFrom', 'email', 'phones'],
  ])('differs by %s alone', (field, one, other) => {
    const keys = [one, other, undefined].map((value) =>
      naturalKeyOf({
        ...base,
        name: 'Newsletter',
        externalLeadId: 'form-1',
        [field]: value,
        requestId: 'r',
      }),
    );
    expect(new Set(keys).size).toBe(3);
  });

  it('differs by each text of a person', () => {
    const texts = saidFields.filter((field) => field !== 'customFields');
    const lead = { ...base, externalLeadId: 'e', name: 'Ana' };
    const keys = texts.map((field) => naturalKeyOf({ ...lead, [field]: 'x', requestId: 'r' }));
    expect(new Set([naturalKeyOf({ ...lead, requestId: 'r' }), ...keys]).size).toBe(
      texts.length + 1,
    );
  });

  it('of all that a person may say is the one that earlier versions have stored', () => {
    const said = { email: 'a@b.test', message: 'Hi', segment: 's', customFields: { b: 1, a: 'x' } };
    const lead = { ...base, name: 'Ana', phones: ['5511987654321'], externalLeadId: '17', ...said };
    expect(naturalKeyOf({ ...lead, requestId: 'r' })).toBe('0e4763be-1c53-1eb3-a4f1-77855278f8b7');
  });

  it('of a name and phones alone is the one that earlier versions have stored', () => {
    const lead = { ...base, name: 'Ana', phones: ['5511987654321'], externalLeadId: '17' };
    expect(naturalKeyOf({ ...lead, requestId: 'r' })).toBe('533f1032-a6a6-fc68-c4b3-eb9880ed9896');
  });
});
