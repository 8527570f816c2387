import { z } from 'zod';
import { testRetentionDays } from '#db/values/limits.ts';
import {
  maxFoundNamesBytes,
  maxIgnoredFieldsBytes,
  maxIgnoredNameLength,
  maxSimulatedRetrySeconds,
  maxSimulatedSlowSeconds,
} from '../limits.ts';
import { isPlaceholder } from '../services/leads/read-values.ts';
import { asksForProblem, describeIssues, type FieldIssue } from './response.ts';

/** Headers of the operations that create leads. */

/** Bare, or a string of structured fields (RFC 9651) without spaces inside. */
const idempotencyKeyPattern =
  /^(?:([\x21\x23-\x7e][\x21-\x7e]{0,254})|"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})")$/;

export const simulateDescription = `Simulates a failure. Only test keys obey it; their leads are tests, kept apart from leads and deleted after ${testRetentionDays} days. Other keys ignore it and name it in \`X-Ignored-Headers\`.

- \`401\`, \`403\`, \`404\`, \`409\`, \`500\`, \`503\`: the request is refused with this status, and nothing is stored.
- \`429;retry=2\`: the same, with \`Retry-After: 2\`; from 1 to ${maxSimulatedRetrySeconds} seconds.
- \`slow=8s\`: the lead is stored at once, and the answer is sent 8 seconds later; from 1 to ${maxSimulatedSlowSeconds} seconds.
- \`close;before=commit\`: the connection is cut, and nothing is stored.
- \`close;after=commit\`: the lead is stored, then the connection is cut.

With an \`Idempotency-Key\` each value is obeyed once for seven days: send the same request again, and you get the real answer. Without one it is obeyed every time. Key, permission and rate are checked before it, fields and step after it. A proxy may answer 502 for a connection that is cut.`;

const testLeadDescription = `\`true\` makes the leads of this request tests, as a test key does: they are on the page of their step under Tests, are not counted, have no contact and are deleted after ${testRetentionDays} days. A test never repeats a lead, nor a lead a test: the same \`Idempotency-Key\` without this header is another request. Only test keys read tests at \`GET /leads\`. The leads of a test key are tests whatever the value is.`;

/** @param idempotencyKey description of the header `Idempotency-Key` */
export const requestHeaders = (idempotencyKey: string) =>
  z.object({
    'Idempotency-Key': z
      .string()
      .regex(idempotencyKeyPattern)
      .optional()
      .meta({ description: idempotencyKey }),
    'X-Dry-Run': z.enum(['false', 'true']).optional().meta({
      description:
        '`true` checks everything and creates nothing: the answer is 200, with what would be created',
    }),
    'X-Strict': z.enum(['false', 'true']).optional().meta({
      description:
        '`true` refuses a lead of which something is kept as sent, cut or joined, with a 400 that names all of it',
    }),
    'X-Test-Lead': z.enum(['false', 'true']).optional().meta({ description: testLeadDescription }),
    'X-Simulate': z.string().optional().meta({ description: simulateDescription }),
  });

const idempotencyKeyIssue: FieldIssue = {
  path: 'Idempotency-Key',
  message: 'must hold 1 to 255 visible ASCII characters, quoted or bare',
  code: 'invalid_format',
};

/** Whether a tool did not fill in the key: all its leads would seem to be one. */
const isUnfilledKey = (sent: string) => isPlaceholder(sent.replace(/^"(.*)"$/, '$1'));

/**
 * The key of an `Idempotency-Key` header. An empty header is a missing one, as is a placeholder.
 *
 * @returns `undefined` when it is missing, `null` when it is malformed
 */
export function readIdempotencyKey(header: string | undefined): string | null | undefined {
  const sent = header?.trim();
  if (!sent || isUnfilledKey(sent)) return undefined;

  const [, bare, quoted] = idempotencyKeyPattern.exec(sent) ?? [];
  return bare ?? quoted?.replace(/\\(["\\])/g, '$1') ?? null;
}

/** A name as answers show it: at most 64 UTF-16 units, well formed. */
export const shortName = (name: string) =>
  name.slice(0, maxIgnoredNameLength).toWellFormed().replaceAll('\0', '\ufffd');

const separator = ', ';
/** In place of the names that are left out. */
const leftOut = '…';

/**
 * Names as answers show them, each once. Percent-encoded, they have at most `maxBytes`; the last one
 * is `…` when some are left out.
 */
export function boundNames(names: readonly string[], maxBytes = maxIgnoredFieldsBytes): string[] {
  const bound = new Set<string>();
  let bytes = encodeURIComponent(leftOut).length;
  for (const name of names) {
    const short = shortName(name);
    if (short === '' || bound.has(short)) continue;
    bytes += encodeURIComponent(short).length + separator.length;
    if (bytes > maxBytes) return [...bound, leftOut];
    bound.add(short);
  }
  return [...bound];
}

/** A tool may make a name of what a person has typed. */
const isPersonal = (name: string) => name.includes('@') || name.replace(/\P{Nd}/gu, '').length >= 6;

/** Names as they are counted for a key: those that may be personal together, as `…`. */
export function countedNames(names: readonly string[]): string[] {
  const others = names.filter((name) => !isPersonal(name));
  const bound = boundNames(others).filter((name) => name !== leftOut);
  return others.length < names.length ? [...bound, leftOut] : bound;
}

function namesHeader(header: string, names: readonly string[], maxBytes?: number) {
  const value = boundNames(names, maxBytes).map(encodeURIComponent).join(separator);
  return value === '' ? {} : { [header]: value };
}

/** What was found while a lead, or all leads of a batch, were read. */
interface Found {
  ignored: readonly string[];
  unread: readonly string[];
  truncated: readonly string[];
  /** Only for those who are told: `RequestOptions.wantsWarnings`. */
  warnings?: readonly FieldIssue[];
}

/** The headers of an answer that name the fields, where there are any. */
export function leadHeaders({
  ignored,
  unread,
  truncated,
  warnings = [],
}: Found): Record<string, string> {
  return {
    ...namesHeader('x-ignored-fields', ignored),
    ...namesHeader('x-unread-fields', unread, maxFoundNamesBytes),
    ...namesHeader('x-truncated-fields', truncated, maxFoundNamesBytes),
    ...warningsHeader(warnings),
  };
}

/** The first warnings, as many as fit. */
function warningsHeader(warnings: readonly FieldIssue[]): Record<string, string> {
  let value = '';
  for (const warning of warnings) {
    const next = encodeURIComponent(describeIssues([warning]).toWellFormed());
    if (value.length + next.length > maxFoundNamesBytes) break;
    value += value === '' ? next : `; ${next}`;
  }
  return value === '' ? {} : { 'x-warnings': value };
}

/** Adds a header of the request to those that the answer says were ignored. */
export function addIgnoredHeader(headers: Record<string, string>, name: string): void {
  const before = headers['x-ignored-headers'];
  headers['x-ignored-headers'] = before === undefined ? name : `${before}, ${name}`;
}

/** Tells the sender of an `Idempotency-Key` that is a placeholder that it is ignored. */
export function ignoreUnfilledKey(
  request: { header(name: string): string | undefined },
  headers: Record<string, string>,
): void {
  const sent = request.header('idempotency-key')?.trim();
  if (sent && isUnfilledKey(sent)) addIgnoredHeader(headers, 'Idempotency-Key');
}

/** Options in the headers of a request. */
export interface RequestOptions {
  idempotencyKey: string | undefined;
  /** Checks everything and creates nothing. */
  isDryRun: boolean;
  /** The leads are tests. */
  isTest: boolean;
  /** Refuses leads that cannot be read exactly. */
  isStrict: boolean;
  /** Is told what was not read as it was sent. */
  wantsWarnings: boolean;
}

type ReadHeader = (name: string) => string | undefined;

/**
 * @returns whether the header is `true`, and the problem of any value but `true` and `false`: an empty
 *   one may be a `true` that a tool did not fill in, which must create no lead
 */
function readFlag(header: ReadHeader, name: string): [boolean, FieldIssue[]] {
  const value = header(name.toLowerCase())?.trim().toLowerCase() ?? 'false';
  if (value === 'true' || value === 'false') return [value === 'true', []];

  const message = value === '' ? 'is empty; send true or false' : 'must be true or false';
  return [false, [{ path: name, message, code: 'invalid_format' }]];
}

/** @returns the options, and the problems of their headers */
export function readOptions(header: ReadHeader): [RequestOptions, FieldIssue[]] {
  const idempotencyKey = readIdempotencyKey(header('idempotency-key'));
  const [isDryRun, dryRunIssues] = readFlag(header, 'X-Dry-Run');
  const [isTest, testIssues] = readFlag(header, 'X-Test-Lead');
  const [isStrict, strictIssues] = readFlag(header, 'X-Strict');
  const wantsWarnings = isDryRun || asksForProblem(header('accept'));
  const keyIssues = idempotencyKey === null ? [idempotencyKeyIssue] : [];
  return [
    { idempotencyKey: idempotencyKey ?? undefined, isDryRun, isTest, isStrict, wantsWarnings },
    [...keyIssues, ...dryRunIssues, ...testIssues, ...strictIssues],
  ];
}
