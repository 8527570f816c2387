import { getTableColumns } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leads } from '#db/schema/leads.ts';
import { allFields, type FieldName, fieldOf } from '#db/values/lead-fields.ts';
import { misfits } from '../testing/documented.ts';
import { leadInput } from './lead-input.ts';

it('has a column for each field, which is what intake stores', () => {
  const columns = Object.keys(getTableColumns(leads));
  expect(allFields.filter((field) => !columns.includes(field))).toEqual([]);
});

const atLimits = [100, 200, 320, 500].flatMap((n) => ['😀'.repeat(n), '😀'.repeat(n + 1)]);
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', ' x ', '\0', 'a\0\n', ...atLimits),
);
const anyScalar = fc.oneof(
  anyText,
  fc.constantFrom(null, true, 1.5, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)),
  fc.integer(),
);
const likePhone = fc.string({
  unit: fc.constantFrom(...'0000129+ (-\u00a0a'),
  minLength: 6,
  maxLength: 24,
});
const anyPhones = fc.oneof(
  fc.array(fc.oneof(likePhone, anyScalar), { maxLength: 3 }),
  fc.array(fc.constant('5511987654321'), { minLength: 20, maxLength: 21 }),
  fc.constantFrom(null, 5, true, 'x'),
);
const anyName = anyText.filter((name) => name !== '__proto__');
const anyCustomFields = fc.oneof(
  fc.dictionary(
    anyName,
    anyScalar.filter((value) => value !== null),
    { maxKeys: 3 },
  ),
  fc.constantFrom(50, 51).map((n) => Object.fromEntries([...Array(n).keys()].map((k) => [k, k]))),
  fc.constantFrom(null, 5, 'x', { none: null }),
);
const anyValues: Record<string, fc.Arbitrary<unknown>> = {
  phones: anyPhones,
  customFields: anyCustomFields,
};
/** A field under one of the names that the document has. */
const anyField = (name: FieldName) => {
  const [other = name] = name === 'phones' ? [] : (fieldOf(name).aliases ?? []);
  return fc.tuple(fc.constantFrom(name, other), anyValues[name] ?? anyScalar);
};
const anyFields = fc
  .subarray(allFields, { maxLength: 3 })
  .chain((names) => fc.tuple(...names.map(anyField)));

/** Whether the parser accepts the body, and the document. Both say why if they do not. */
async function judge(fields: Record<string, unknown>) {
  const body = { name: 'x', ...fields };
  const raw = {
    params: {},
    header: () => undefined,
    body,
    mapping: [],
    country: undefined,
    countIgnored: () => {},
  };
  const parsed = leadInput.parseAsync(raw).then(
    () => [],
    (error: Error) => [error.message],
  );
  return { parser: await parsed, document: misfits(body, 'components', 'schemas', 'NewLead') };
}

/**
 * The document gives the form to send. What is read in its place is more, and never less; only what names
 * no person is refused.
 */
it.each([
  ['fields', anyFields.map((fields): Record<string, unknown> => Object.fromEntries(fields))],
  ['phones', likePhone.map((phone) => ({ phones: [phone] }))],
])('accepts whatever %s the OpenAPI document accepts', async (_, anyBody) => {
  await fc.assert(
    fc.asyncProperty(anyBody, async (fields) => {
      const { parser, document } = await judge(fields);
      if (document.length > 0 || parser.length === 0) return;
      expect(parser).toEqual([expect.stringMatching(/^name: is required/)]);
    }),
    { numRuns: 2_000 },
  );
});
