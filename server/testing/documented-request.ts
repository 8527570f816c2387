import fc from 'fast-check';
import { documented } from './documented.ts';

/** Requests that the OpenAPI document allows. */

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  schema: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** More of an object or list shows nothing new. */
const few = 4;

function resolve(reference: string): Schema {
  const keys = reference.replace('#/', '').split('/');
  return keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)[key],
    documented,
  ) as Schema;
}

function texts({ pattern, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const known = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const free = fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
    fc.constantFrom('x', '😀').map((unit) => unit.repeat(maxLength)),
  );
  // Patterns that exclude something are met by chance; the others describe a form.
  if (!known || known.test('x')) {
    return free.filter((text) => [...text].length <= maxLength && (known?.test(text) ?? true));
  }
  return fc.stringMatching(known);
}

function objects(schema: Schema): fc.Arbitrary<unknown> {
  const { properties, required = [], additionalProperties, propertyNames } = schema;
  if (!properties) {
    const [keys, values] = [propertyNames ?? { type: 'string' }, additionalProperties ?? {}];
    const maxKeys = Math.min(schema.maxProperties ?? few, few);
    return fc.dictionary(texts(keys), valuesOf(values), { maxKeys });
  }
  const members = Object.entries(properties).map(([name, each]) => [name, valuesOf(each)] as const);
  const optional = members.filter(([name]) => !required.includes(name));
  return fc.subarray(optional, { maxLength: Math.min(few, optional.length) }).chain((some) => {
    const chosen = members.filter(([name]) => required.includes(name)).concat(some);
    return fc.record(Object.fromEntries(chosen));
  });
}

/** Values that a schema of the document allows. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return valuesOf({ ...resolve(schema.$ref), ...schema, $ref: undefined });
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf));

  const ofType: Record<string, () => fc.Arbitrary<unknown>> = {
    string: () => texts(schema),
    integer: () => fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 9_999 }),
    number: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    object: () => objects(schema),
    array: () =>
      fc.array(valuesOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? few, few),
      }),
  };
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return fc.jsonValue();
  return fc.oneof(...types.map((type) => (ofType[type] ?? expectKnown(type))()));
}

function expectKnown(type: string): never {
  throw new Error(`The document has a value of the type ${type}`);
}

export interface DocumentedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const visible = fc.stringMatching(/^[\x21-\x7e]{1,40}$/);

function parameterOf({ in: place, schema }: Parameter, given: string | undefined) {
  // A header holds visible characters, and a path no empty segment.
  const any = place === 'header' && !schema.pattern && !schema.enum ? visible : valuesOf(schema);
  const sendable = any.map(String).filter((text) => place === 'header' || !/^\.{0,2}$/.test(text));
  return given === undefined ? sendable : fc.oneof(fc.constant(given), sendable);
}

/**
 * All operations of the document, each with the requests that it allows.
 *
 * @param known values of parameters that exist, by name
 */
export const documentedRequests = (known: () => Record<string, string>) =>
  Object.entries(documented.paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      requests: () => requestsOf(method.toUpperCase(), path, operation, known()),
    })),
  );

function requestsOf(
  method: string,
  path: string,
  { parameters = [], requestBody }: Operation,
  known: Record<string, string>,
): fc.Arbitrary<DocumentedRequest> {
  const body = requestBody?.content['application/json']?.schema;
  const values = parameters.map((parameter) => {
    const value = parameterOf(parameter, known[parameter.name]);
    return parameter.required ? value : fc.option(value, { nil: undefined });
  });
  return fc
    .tuple(fc.tuple(...values), body ? valuesOf(body) : fc.constant(undefined))
    .map(([sent, content]) => {
      const at = (place: Parameter['in']) =>
        parameters.flatMap(({ in: its, name }, index): [string, string][] => {
          const value = sent[index];
          return its === place && value !== undefined ? [[name, value]] : [];
        });
      const filled = at('path').reduce(
        (template, [name, value]) => template.replace(`{${name}}`, () => encodeURIComponent(value)),
        path,
      );
      const query = at('query').map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      return {
        method,
        path: `/api${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
        headers: Object.fromEntries(at('header')),
        ...(content !== undefined && { body: JSON.stringify(content) }),
      };
    });
}
