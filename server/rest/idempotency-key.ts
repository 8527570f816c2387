import type { FieldIssue } from './describe-issues.ts';

const visible = /^[\x21-\x7e]{1,255}$/;
/** A string of structured fields (RFC 9651), without spaces inside. */
const quotedString = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

export const idempotencyKeyIssue: FieldIssue = {
  path: 'Idempotency-Key',
  message: 'must hold 1 to 255 visible ASCII characters, quoted or bare',
  code: 'invalid_format',
};

/**
 * The key of an `Idempotency-Key` header. An empty header is a missing one.
 *
 * @returns `undefined` when it is missing, `null` when it is none
 */
export function readIdempotencyKey(header: string | undefined): string | null | undefined {
  const sent = header?.trim();
  if (!sent) return undefined;

  const quoted = quotedString.exec(sent)?.[1];
  const key = quoted === undefined ? sent : quoted.replace(/\\(["\\])/g, '$1');
  const isHalfQuoted = quoted === undefined && sent.startsWith('"');
  return visible.test(key) && !isHalfQuoted ? key : null;
}
