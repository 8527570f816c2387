import { HttpError } from './envelope.ts';

export const maxBodyBytes = 65_536;
/** Milliseconds that a refused sender of a large body has for reading why. */
export const linger = 250;
const maxDepth = 20;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const mediaType = /^application\/json\s*(?:;\s*(.*))?$/i;
const charset = /(?:^|;)\s*charset\s*=\s*"?([^";\s]*)"?/i;

/** @throws HttpError 415 unless the header announces JSON in UTF-8, not compressed */
export function assertJson(
  contentType: string | undefined,
  contentEncoding: string | undefined,
): void {
  const match = mediaType.exec(contentType?.trim() ?? '');
  if (!match) throw new HttpError(415, 'Content-Type must be application/json');

  const named = charset.exec(match[1] ?? '')?.[1];
  if (named !== undefined && named.toLowerCase() !== 'utf-8') {
    throw new HttpError(415, 'Content-Type must be application/json in UTF-8');
  }
  if (contentEncoding && contentEncoding.toLowerCase() !== 'identity') {
    throw new HttpError(415, 'Content-Encoding is not supported: send the body uncompressed');
  }
}

export const tooLarge = () => new HttpError(413, 'Request body must not exceed 64 KiB');

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;

  return Object.values(value).some((inner) => isDeeperThan(depth - 1, inner));
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new HttpError(400, 'Request body must be valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, 'Request body must be valid JSON');
  }
}

/** @throws HttpError 400 unless the bytes are one JSON object of at most 20 levels */
export function parseObject(bytes: Uint8Array): object {
  const value = parse(decode(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HttpError(400, 'Request body must be a JSON object');
  }
  if (isDeeperThan(maxDepth, value)) {
    throw new HttpError(400, `Request body must not be nested deeper than ${maxDepth} levels`);
  }
  return value;
}
