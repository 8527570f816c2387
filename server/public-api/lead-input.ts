import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { IdempotentRequest } from '../intake/idempotency.ts';
import type { Submission } from '../intake/lead.ts';
import { maxIgnoredFieldsBytes, maxIgnoredNameLength } from '../limits.ts';
import { createLeadInput, leadFields, spellings } from './lead-schema.ts';
import type { RawInput } from './read-json.ts';
import { type FieldIssue, invalidFields } from './response.ts';

/** All codes of field issues so far. */
export const issueCodes = [
  'required',
  'invalid_type',
  'invalid_phone',
  'invalid_characters',
  'invalid_format',
  'unsafe_number',
  'too_long',
  'too_many',
  'conflict',
];

const fieldNames = new Map(
  Object.keys(leadFields.shape).flatMap((name): [string, string][] => {
    const other = spellings[name];
    return other
      ? [
          [name, name],
          [other, name],
        ]
      : [[name, name]];
  }),
);

interface NormalizedFields {
  /** Known fields under the names of the schema. */
  fields: Record<string, unknown>;
  /** For each of them the name it was sent under, so that errors name what the sender wrote. */
  originalNames: Map<string, string>;
  /** Both spellings were sent with different values. */
  conflicts: FieldIssue[];
  /** Names of fields that are not read. */
  ignored: string[];
}

const isAbsent = (value: unknown) => value === null || value === undefined || value === '';

/** Accepts either spelling of each field. Both with equal values are fine. */
export function normalizeFieldNames(body: object): NormalizedFields {
  const normalized: NormalizedFields = {
    fields: {},
    originalNames: new Map(),
    conflicts: [],
    ignored: [],
  };
  const { fields, originalNames, conflicts, ignored } = normalized;

  for (const [sent, value] of Object.entries(body)) {
    const name = fieldNames.get(sent);
    if (name === undefined) {
      ignored.push(sent);
    } else if (isAbsent(fields[name])) {
      fields[name] = value;
      originalNames.set(name, sent);
    } else if (!isAbsent(value) && !isDeepStrictEqual(value, fields[name])) {
      conflicts.push({
        path: `${name}, ${spellings[name]}`,
        message: 'have different values; send one of them',
        code: 'conflict',
      });
    }
  }
  // zod drops a custom field of this name, because it names the prototype in JavaScript.
  const { customFields } = fields;
  if (customFields instanceof Object && Object.hasOwn(customFields, '__proto__')) {
    ignored.push(`${originalNames.get('customFields')}.__proto__`);
  }
  return normalized;
}

type ZodIssue = z.core.$ZodIssue;

function pathOf(issue: ZodIssue, originalNames: ReadonlyMap<string, string>): string {
  const [field, ...inner] = issue.path;
  const start = originalNames.get(String(field)) ?? String(field);
  return inner.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : `${path}.${String(part)}`),
    start,
  );
}

function codeOf(issue: ZodIssue): string {
  if (issue.code === 'custom') return String(issue.params?.code ?? 'invalid');
  if (issue.code === 'too_big') return issue.origin === 'array' ? 'too_many' : 'unsafe_number';
  if (issue.code === 'too_small') return 'unsafe_number';
  if (issue.code === 'invalid_type' && issue.message === 'is required') return 'required';

  return issue.code === 'invalid_union' ? 'invalid_type' : issue.code;
}

/** Every problem of a body, in the order of the fields. */
export function describeIssues(
  issues: readonly ZodIssue[],
  originalNames: ReadonlyMap<string, string>,
): FieldIssue[] {
  return issues.map((issue) => {
    // zod puts what is wrong with a record's key inside of the issue.
    const inner = issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue;
    return { path: pathOf(issue, originalNames), message: inner.message, code: codeOf(inner) };
  });
}

/** Bare, or a string of structured fields (RFC 9651) without spaces inside. */
export const idempotencyKeyHeader =
  /^(?:([\x21\x23-\x7e][\x21-\x7e]{0,254})|"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})")$/;

const idempotencyKeyIssue: FieldIssue = {
  path: 'Idempotency-Key',
  message: 'must hold 1 to 255 visible ASCII characters, quoted or bare',
  code: 'invalid_format',
};

/**
 * The key of an `Idempotency-Key` header. An empty header is a missing one.
 *
 * @returns `undefined` when it is missing, `null` when it is malformed
 */
function readIdempotencyKey(header: string | undefined): string | null | undefined {
  const sent = header?.trim();
  if (!sent) return undefined;

  const [, bare, quoted] = idempotencyKeyHeader.exec(sent) ?? [];
  return bare ?? quoted?.replace(/\\(["\\])/g, '$1') ?? null;
}

/** Stands for the names that are left out: `…`, percent-encoded as they are. */
const leftOut = ', %E2%80%A6';

/** Tells the sender which fields were not read, as far as `maxIgnoredFieldsBytes` allows. */
function ignoredFieldsHeader(names: readonly string[]): Record<string, string> {
  let told = '';
  for (const name of names) {
    if (name === '') continue;
    const encoded = encodeURIComponent(name.slice(0, maxIgnoredNameLength).toWellFormed());
    const longer = told === '' ? encoded : `${told}, ${encoded}`;
    if (longer.length + leftOut.length > maxIgnoredFieldsBytes) {
      told += leftOut;
      break;
    }
    told = longer;
  }
  return told === '' ? {} : { 'x-ignored-fields': told };
}

/** What the operation works with. */
export interface LeadInput {
  submission: Omit<Submission, 'origin' | 'requestId'>;
  /** Given when the request has an `Idempotency-Key`. */
  request: IdempotentRequest | undefined;
  /** Of the answer, once the lead is created. */
  responseHeaders: Record<string, string>;
}

const compiledFields = z.compile(leadFields, { strict: true });

/** @throws PublicError 400 that names every problem */
function readLead({ params, header, body, bytes }: RawInput): LeadInput {
  const idempotencyKey = readIdempotencyKey(header('idempotency-key'));
  const { fields, originalNames, conflicts, ignored } = normalizeFieldNames(body);
  const { data, error } = compiledFields.safeParse(fields);
  const issues = [
    ...(idempotencyKey === null ? [idempotencyKeyIssue] : []),
    ...conflicts,
    ...describeIssues(error?.issues ?? [], originalNames),
  ];
  if (!data || issues.length > 0) throw invalidFields(issues);

  return {
    submission: { ...data, stepId: params.stepId ?? '' },
    request: idempotencyKey ? { idempotencyKey, body: bytes } : undefined,
    responseHeaders: ignoredFieldsHeader(ignored),
  };
}

/**
 * An input parser that reads a raw input with `read`. trpc-to-openapi sees the schema.
 *
 * tRPC calls `parseAsync` of a parser and nothing else, and infers its types from `_input` and
 * `_output`: hence the cast holds.
 */
function parserOf<Output>(schema: z.ZodType, read: (raw: RawInput) => Output) {
  const parseAsync = async (raw: RawInput) => read(raw);
  return Object.assign(schema.clone(), { parseAsync }) as unknown as {
    _input: unknown;
    _output: Output;
    parseAsync(raw: unknown): Promise<Output>;
  };
}

export const leadInput = parserOf(createLeadInput, readLead);
