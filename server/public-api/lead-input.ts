import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { trackingFields } from '#db/values/lead-fields.ts';
import type { Submission } from '../intake/lead.ts';
import { leadSchema, meantValue } from '../services/leads/lead-rules.ts';
import { readPhones } from '../services/leads/read-phones.ts';
import { missingNameHint } from './diagnose/missing-name.ts';
import { keepFields } from './kept-fields.ts';
import { boundNames, fieldHeaders, type RequestOptions, readOptions } from './lead-headers.ts';
import { createLeadInput, cutTracking, fieldNames, nameParts } from './lead-schema.ts';
import { assertDepth, type RawInput } from './read-json.ts';
import { type FieldIssue, invalidFields } from './response.ts';

/** All codes of field issues. */
export const issueCodes = [
  'required',
  'invalid_type',
  'invalid_phone',
  'invalid_characters',
  'invalid_format',
  'too_long',
  'too_many',
  'conflict',
];

interface NormalizedFields {
  /** Known fields under the names of the schema. */
  fields: Record<string, unknown>;
  /** For each of them the name it was sent under, so that errors name what the sender wrote. */
  originalNames: Map<string, string>;
  /** Two names of a field were sent with different values. */
  conflicts: (FieldIssue & { field: string })[];
  /** Names of fields that are not read. */
  ignored: string[];
}

const isAbsent = (value: unknown) => meantValue(value) === undefined;

/** What is stored of a value, as far as two can be compared before they are checked. */
function storedValue(value: unknown): unknown {
  const meant = meantValue(value);
  if (typeof meant === 'string') return meant.trim();
  return Number.isSafeInteger(meant) ? String(meant) : meant;
}

function meanTheSame(field: string, one: unknown, other: unknown): boolean {
  const meant = field === 'phones' ? (sent: unknown) => readPhones(sent, undefined) : storedValue;
  return isDeepStrictEqual(meant(one), meant(other));
}

/**
 * Makes an absent name from the full name, or from first and last name. Parts that are not used are
 * ignored, whatever their values.
 */
function joinName(body: object, normalized: NormalizedFields): void {
  const { fields, originalNames, ignored } = normalized;
  if (!Object.keys(nameParts).some((part) => part in fields)) return;

  const { fullName, firstName, lastName } = fields;
  const parts = isAbsent(fullName) ? { firstName, lastName } : { fullName };
  const used = isAbsent(fields.name)
    ? Object.entries(parts).filter(([, value]) => !isAbsent(value))
    : [];
  const sentAs = (part: string) => originalNames.get(part) ?? part;

  if (used.length > 0) {
    const values = used.map(([, value]) => meantValue(value));
    const areTexts = values.every((value) => typeof value === 'string');
    fields.name = areTexts ? values.map((value) => value.trim()).join(' ') : values[0];
    originalNames.set('name', used.map(([part]) => sentAs(part)).join(', '));
  }
  const sent = new Map<string, unknown>(Object.entries(body));
  for (const [part, other] of Object.entries(nameParts)) {
    delete fields[part];
    if (used.some(([name]) => name === part)) continue;

    ignored.push(...[part, other].filter((name) => !isAbsent(sent.get(name))));
    normalized.conflicts = normalized.conflicts.filter(({ field }) => field !== part);
  }
}

/** Accepts every name of each field. Several with equal values are fine. */
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
    } else if (!isAbsent(value) && !meanTheSame(name, value, fields[name])) {
      conflicts.push({
        field: name,
        path: `${originalNames.get(name)}, ${sent}`,
        pointer: pointerTo([sent]),
        message: 'have different values; send one of them',
        code: 'conflict',
      });
    }
  }
  joinName(body, normalized);
  // zod drops a custom field of this name, because it names the prototype in JavaScript.
  const { customFields } = fields;
  if (customFields instanceof Object && Object.hasOwn(customFields, '__proto__')) {
    ignored.push(`${originalNames.get('customFields')}.__proto__`);
  }
  return normalized;
}

/**
 * Cuts long values of the fields that say where a lead comes from.
 *
 * @returns the names, as sent, of the fields that were cut
 */
function cutTrackingFields({ fields, originalNames }: NormalizedFields): string[] {
  return trackingFields
    .filter((field) => {
      const value = meantValue(fields[field]);
      if (typeof value !== 'string') return false;

      const cut = cutTracking(value);
      fields[field] = cut;
      return cut !== value;
    })
    .map((field) => originalNames.get(field) ?? field);
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

/** As RFC 6901 writes it. */
const pointerTo = (path: readonly PropertyKey[]) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function codeOf(issue: ZodIssue): string {
  if (issue.code === 'custom') return String(issue.params?.code ?? 'invalid');
  if (issue.code === 'invalid_type' && issue.message === 'is required') return 'required';

  return issue.code === 'invalid_union' ? 'invalid_type' : issue.code;
}

/** Every problem of a body, in the order of the fields. */
export function describeIssues(
  issues: readonly ZodIssue[],
  originalNames: ReadonlyMap<string, string>,
): FieldIssue[] {
  return issues.map((issue) => {
    // zod nests the problem of a record's key in the issue.
    const inner = issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue;
    const [field, ...rest] = issue.path;
    const [sent = ''] = (originalNames.get(String(field)) ?? String(field)).split(', ');
    return {
      path: pathOf(issue, originalNames),
      pointer: pointerTo([sent, ...rest]),
      message: inner.message,
      code: codeOf(inner),
    };
  });
}

const compiledFields = z.compile(leadSchema, { strict: true });

/** One lead as it was sent. */
export interface ReadLead {
  /** `undefined` when there are issues. */
  fields: z.output<typeof leadSchema> | undefined;
  /** Everything that is wrong with it. */
  issues: FieldIssue[];
  ignored: string[];
  /** Custom fields that were sent outside of `customFields`, and are kept for the key. */
  kept: string[];
  cut: string[];
}

/** What the company of a key and the key itself say of the reading of its leads. */
type ReadOptions = Pick<RawInput, 'keptFields' | 'country'>;

export function readLead(body: object, { keptFields, country }: ReadOptions): ReadLead {
  const normalized = normalizeFieldNames(body);
  const { phones: read, unread } = readPhones(normalized.fields.phones, country);
  if (read.length > 0 && unread.length === 0) normalized.fields.phones = read;
  let kept: string[] = [];
  if (keptFields.length > 0) {
    const { customFields } = normalized.fields;
    const result = keepFields({ ...normalized, body, customFields }, keptFields);
    normalized.ignored = result.ignored;
    normalized.fields.customFields = result.customFields;
    kept = result.kept;
  }
  const { fields, originalNames, conflicts, ignored } = normalized;
  const cut = cutTrackingFields(normalized);
  const { data, error } = compiledFields.safeParse(fields);
  const issues = describeIssues(error?.issues ?? [], originalNames).map((issue) =>
    issue.path === 'name' && issue.code === 'required'
      ? { ...issue, message: issue.message + missingNameHint(body) }
      : issue,
  );
  return {
    fields: conflicts.length > 0 ? undefined : data,
    issues: [...conflicts.map(({ field: _, ...issue }) => issue), ...issues],
    ignored,
    kept,
    cut,
  };
}

/** Input of the operation that creates a lead. */
export interface LeadInput extends RequestOptions {
  submission: Omit<Submission, 'origin' | 'requestId'>;
  /** For the answer to a created lead. */
  responseHeaders: Record<string, string>;
}

/** The submission for intake, with the names of its ignored and kept fields. */
export const submissionOf = (
  fields: z.output<typeof leadSchema>,
  { ignored, kept }: Pick<ReadLead, 'ignored' | 'kept'>,
  params: RawInput['params'],
): LeadInput['submission'] => ({
  ...fields,
  stepId: params.stepId ?? '',
  ...(ignored.length > 0 && { ignoredFields: boundNames(ignored) }),
  ...(kept.length > 0 && { keptFields: kept }),
});

/** @throws PublicError 400 that names every problem */
function readOneLead(raw: RawInput): LeadInput {
  const { params, header, body } = raw;
  assertDepth(body);
  const [options, optionIssues] = readOptions(header);
  const lead = readLead(body, raw);
  const { fields, issues, ignored, cut } = lead;
  raw.countIgnored(ignored);
  const responseHeaders = fieldHeaders(ignored, cut);
  const all = [...optionIssues, ...issues];
  if (!fields || all.length > 0) throw invalidFields(all, responseHeaders);

  return { ...options, submission: submissionOf(fields, lead, params), responseHeaders };
}

/**
 * An input parser that reads a raw input with `read`. trpc-to-openapi sees the schema.
 *
 * tRPC calls `parseAsync` of a parser and nothing else, and infers its types from `_input` and
 * `_output`: hence the cast holds.
 */
export function parserOf<Output>(
  schema: z.ZodType,
  read: (raw: RawInput) => Output | Promise<Output>,
) {
  const parseAsync = async (raw: RawInput) => read(raw);
  return Object.assign(schema.clone(), { parseAsync }) as unknown as {
    _input: unknown;
    _output: Output;
    parseAsync(raw: unknown): Promise<Output>;
  };
}

export const leadInput = parserOf(createLeadInput, readOneLead);
