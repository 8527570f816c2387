import { z } from 'zod';
import { testRetentionDays } from '#db/values/limits.ts';
import {
  maxIgnoredFieldsBytes,
  maxIgnoredNameLength,
  maxSimulatedRetrySeconds,
  maxSimulatedSlowSeconds,
} from '../limits.ts';
import type { FieldIssue } from './response.ts';

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
    'X-Test-Lead': z.enum(['false', 'true']).optional().meta({ description: testLeadDescription }),
    'X-Simulate': z.string().optional().meta({ description: simulateDescription }),
  });

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
export function readIdempotencyKey(header: string | undefined): string | null | undefined {
  const sent = header?.trim();
  if (!sent) return undefined;

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
 * Names as answers show them, each once. Percent-encoded, they have at most `maxIgnoredFieldsBytes`;
 * the last one is `…` when some are left out.
 */
export function boundNames(names: readonly string[]): string[] {
  const bound = new Set<string>();
  let bytes = encodeURIComponent(leftOut).length;
  for (const name of names) {
    const short = shortName(name);
    if (short === '' || bound.has(short)) continue;
    bytes += encodeURIComponent(short).length + separator.length;
    if (bytes > maxIgnoredFieldsBytes) return [...bound, leftOut];
    bound.add(short);
  }
  return [...bound];
}

/** `boundNames` without the `…`. */
export const countedNames = (names: readonly string[]) =>
  boundNames(names).filter((name) => name !== leftOut);

function namesHeader(header: string, names: readonly string[]): Record<string, string> {
  if (names.length === 0) return {};

  const value = boundNames(names).map(encodeURIComponent).join(separator);
  return value === '' ? {} : { [header]: value };
}

/** The headers `X-Ignored-Fields` and `X-Truncated-Fields` of an answer, where there are names. */
export const fieldHeaders = (ignored: readonly string[], cut: readonly string[]) => ({
  ...namesHeader('x-ignored-fields', ignored),
  ...namesHeader('x-truncated-fields', cut),
});

/** Options in the headers of a request. */
export interface RequestOptions {
  idempotencyKey: string | undefined;
  /** Checks everything and creates nothing. */
  isDryRun: boolean;
  /** The leads are tests. */
  isTest: boolean;
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
  const keyIssues = idempotencyKey === null ? [idempotencyKeyIssue] : [];
  return [
    { idempotencyKey: idempotencyKey ?? undefined, isDryRun, isTest },
    [...keyIssues, ...dryRunIssues, ...testIssues],
  ];
}
