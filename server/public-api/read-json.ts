import { maxJsonDepth } from '../limits.ts';
import { errors } from './contract.ts';
import type { PublicRequest } from './procedure.ts';
import { PublicError } from './response.ts';

/** What an operation's input is read from, once the key was accepted. */
export interface RawInput {
  params: Readonly<Record<string, string>>;
  header(name: string): string | undefined;
  body: object;
  /** The body as it was sent. */
  bytes: Uint8Array;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const mediaType = /^application\/json\s*(?:;\s*(.*))?$/i;
const charset = /(?:^|;)\s*charset\s*=\s*"?([^";\s]*)"?/i;

/** @throws PublicError 415 unless the headers announce JSON in UTF-8, not compressed */
function assertJsonType({ header }: Pick<PublicRequest, 'header'>): void {
  const match = mediaType.exec(header('content-type')?.trim() ?? '');
  if (!match) throw new PublicError(errors.notJsonType);

  const named = charset.exec(match[1] ?? '')?.[1];
  if (named !== undefined && named.toLowerCase() !== 'utf-8')
    throw new PublicError(errors.notUtf8Type);

  const encoding = header('content-encoding');
  if (encoding && encoding.toLowerCase() !== 'identity') throw new PublicError(errors.compressed);
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;

  return Object.values(value).some((inner) => isDeeperThan(depth - 1, inner));
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new PublicError(errors.notUtf8);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PublicError(errors.notJson);
  }
}

/** @throws PublicError 400 unless the bytes are one JSON object, not nested too deeply */
export function parseObject(bytes: Uint8Array): object {
  const value = parse(decode(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PublicError(errors.notObject);
  }
  if (isDeeperThan(maxJsonDepth, value)) throw new PublicError(errors.tooDeep);

  return value;
}

/**
 * Reads the body after its type was checked.
 *
 * @throws PublicError 415, 413, 408, 400
 */
export async function readJsonBody(
  request: PublicRequest,
): Promise<{ body: object; bytes: Uint8Array }> {
  assertJsonType(request);
  const bytes = await request.readBody();
  return { body: parseObject(bytes), bytes };
}
