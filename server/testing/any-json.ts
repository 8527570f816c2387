import fc from 'fast-check';
import { listedNames } from '../public-api/lead-names.ts';

/** Any JSON, in any field of a lead. */

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('\0', '\ud83d', ' ', '\n', '\u2028', '__proto__', '5511987654321', '+55 (11) 1'),
  fc.constantFrom('x', '😀', '\u202e').map((unit) => unit.repeat(600)),
);

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

const anyValue = fc.oneof(
  fc.jsonValue(),
  anyText,
  fc.array(anyText, { maxLength: 25 }),
  fc.dictionary(anyText, fc.oneof(anyText, fc.jsonValue()), { maxKeys: 60 }),
  fc.constantFrom<unknown>(null, '', [], {}, -0, 1e21, 2 ** 53, 5511987654321, nested(19)),
  fc.constantFrom(nested(25), nested(1_000), 'x'.repeat(20_000)),
);

const anyField = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...listedNames) },
  fc.constantFrom('__proto__', 'constructor', 'stepId', 'companyId', 'leads', ''),
  anyText,
);

/** An object that may be a lead. */
export const anyFields = fc
  .tuple(fc.constantFrom({ name: 'Ana' }, {}), fc.dictionary(anyField, anyValue, { maxKeys: 8 }))
  .map(([name, fields]) => ({ ...name, ...fields }));

/** The text of a body. */
export const anyBody = fc.oneof(
  fc.json(),
  anyFields.map((fields) => JSON.stringify(fields)),
);
