import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { commonHeaders, httpsOnly } from '../http/security-headers.ts';
import { openApiDocument } from '../public-api/openapi/openapi.ts';
import type { Answer, Call } from './http-client.ts';

interface Header {
  required?: boolean;
  schema: { type: string };
}

type Content = Record<string, { example: unknown }>;

interface Operation {
  requestBody?: { content: Content };
  responses: Record<
    string,
    { headers: Record<string, Header | { $ref: string }>; content: Content }
  >;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { headers: Record<string, Header>; schemas: Record<string, { required?: string[] }> };
}

/** The OpenAPI document as a client gets it. */
export const documented: Document = JSON.parse(
  JSON.stringify(openApiDocument('https://crm.example')),
);

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
addFormats(ajv);
// Ajv takes the document for a schema, and is strict about words that it does not know.
ajv.addVocabulary(Object.keys(documented));
ajv.addSchema(documented, 'document');

/** What is wrong with a value that the document describes at the path of keys. */
export function misfits(value: unknown, ...keys: (string | number)[]): string[] {
  const pointer = keys
    .map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))
    .map((key) => `/${encodeURIComponent(key)}`);
  const validate = ajv.getSchema(`document#${pointer.join('')}`);
  if (!validate) return [`${keys.join(' ')} is not in the document`];

  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${keys.slice(-3).join(' ')}${instancePath} ${message}`,
  );
}

/** Headers that HTTP, Next and security give any answer. */
const generalHeaders = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  ...Object.keys({ ...commonHeaders, ...httpsOnly }).map((name) => name.toLowerCase()),
]);

const createLead = '/leads/public/{stepId}';

/** Where the document describes a call; unknown paths and methods are answered as creating a lead is. */
function keysOf({ method = 'POST', path }: Pick<Call, 'method' | 'path'>): [string, string] {
  const relative = path.replace(/^\/api(?=\/)|\?.*$/g, '');
  const described =
    Object.keys(documented.paths).find((template) =>
      new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(relative),
    ) ?? createLead;
  const methods = Object.keys(documented.paths[described] ?? {});
  const named = method.toLowerCase();
  return [described, methods.includes(named) ? named : (methods[0] ?? '')];
}

function headerMisfits(headers: Answer['headers'], keys: readonly (string | number)[]): string[] {
  const [, path, method, , status] = keys.map(String);
  const described = documented.paths[path ?? '']?.[method ?? '']?.responses[status ?? ''];
  const known = Object.entries(described?.headers ?? {}).map(([name, header]) => {
    const id = '$ref' in header ? header.$ref.split('/').at(-1) : undefined;
    const at = id ? ['components', 'headers', id] : [...keys, 'headers', name];
    return { name, at, header: id ? documented.components.headers[id] : header };
  });
  const names = new Set(known.map(({ name }) => name.toLowerCase()));
  const undescribed = Object.keys(headers).filter(
    (name) => !generalHeaders.has(name) && !names.has(name),
  );

  return [
    ...undescribed.map((name) => `${keys.join(' ')}: ${name} is not in the document`),
    ...known.flatMap(({ name, at, header }) => {
      const value = headers[name.toLowerCase()];
      if (value === undefined) return header && 'required' in header ? [`${name} is missing`] : [];

      const isNumber = header && 'schema' in header && header.schema.type === 'integer';
      return misfits(isNumber ? Number(value) : value, ...at, 'schema');
    }),
  ];
}

/** Holds the status, the headers and the body of an answer of the public API to the document. */
export function expectDocumented(
  call: Pick<Call, 'method' | 'path'>,
  { status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>,
): void {
  const keys = ['paths', ...keysOf(call), 'responses', status];
  const type = String(headers['content-type']).replace(/;.*/, '');
  expect([
    ...misfits(JSON.parse(text), ...keys, 'content', type, 'schema'),
    ...headerMisfits(headers, keys),
  ]).toEqual([]);
}
