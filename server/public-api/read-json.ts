import type { FieldRule } from '#db/values/field-mapping.ts';
import { maxJsonDepth } from '../limits.ts';
import {
  explainCharset,
  explainEncoding,
  explainJson,
  explainType,
  explainValue,
} from './diagnose/explain.ts';
import { errors } from './errors.ts';
import type { BodyLimit, PublicRequest } from './procedure.ts';
import { explained, PublicError } from './response.ts';

/** What an operation's input is read from, once the key was accepted. */
export interface RawInput {
  params: Readonly<Record<string, string>>;
  header(name: string): string | undefined;
  /** Of a GET: the parameters of its query. */
  body: object;
  /** Of the key. */
  mapping: readonly FieldRule[];
  /** Of the company of the key; ISO 3166 alpha-2. */
  country: string | undefined;
  /** At an inbound address: answers that no name and no rule reads become custom fields. */
  keepsAnswers?: boolean | undefined;
  /** Counts names of ignored fields for the key, once a request. */
  countIgnored(names: readonly string[]): void;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** In the parameters of a type. */
const charset = /;\s*charset\s*=\s*"?([^";\s]*)"?/i;

/** @returns the name of the character set; `undefined` for a type without one */
export const charsetOf = (contentType: string): string | undefined =>
  charset.exec(contentType)?.[1];

/** ASCII is a part of UTF-8. */
const utf8Names = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** @throws PublicError 415 unless the headers announce JSON in UTF-8, not compressed */
function assertJsonType({ header }: Pick<PublicRequest, 'header'>): void {
  const type = header('content-type')?.trim() ?? '';
  const [mediaType = ''] = type.split(';', 1);
  if (mediaType.trimEnd().toLowerCase() !== 'application/json') {
    throw new PublicError(explained(errors.notJsonType, explainType(type)));
  }

  const named = charsetOf(type);
  if (named !== undefined && !utf8Names.has(named.toLowerCase()))
    throw new PublicError(explained(errors.notUtf8Type, explainCharset(named)));

  const encoding = header('content-encoding');
  if (encoding && encoding.toLowerCase() !== 'identity') throw new PublicError(errors.compressed);
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;

  return Object.values(value).some((inner) => isDeeperThan(depth - 1, inner));
}

/** @throws PublicError 400 unless the bytes are UTF-8 */
export function decodeBody(bytes: Uint8Array): string {
  const other = explainEncoding(bytes);
  if (other !== undefined) throw new PublicError(explained(errors.notUtf8, other));

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
    throw new PublicError(explained(errors.notJson, explainJson(text)));
  }
}

/** Whether there may be a number that a double would change or write in another way. */
const mayHaveRiskyNumber = /[:[,]\s*-?[0-9]+[.eE]|[:[,]\s*-?[0-9]{16}/;
/** A text, which is passed over, or such a number: `281489216452814999`, `1.50`. */
const textOrRiskyNumber =
  /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9]{16,}[0-9.eE+-]*|-?[0-9]{1,15}[.eE][0-9.eE+-]*/g;
/** With so few digits, a double is exact if it is a whole number. */
const shortExponential = /^-?[0-9](?:\.[0-9]{1,14})?e\+?[0-9]+$/i;

function keepsDigits(number: string): boolean {
  const value = Number(number);
  return String(value) === number || (shortExponential.test(number) && Number.isSafeInteger(value));
}

/**
 * Puts numbers of valid JSON that would lose digits into quotes. A reviver, which is given the source of
 * numbers too, takes fifty times as long as the parser: 0.3 s for a batch of short lists.
 */
const quoteRiskyNumbers = (json: string) =>
  json.replace(textOrRiskyNumber, (token) =>
    token.startsWith('"') || keepsDigits(token) ? token : `"${token}"`,
  );

export const isTooDeep = (value: unknown): boolean => isDeeperThan(maxJsonDepth, value);

/** @throws PublicError 400 for a value that is nested too deeply */
export function assertDepth(value: unknown): void {
  if (isTooDeep(value)) throw new PublicError(errors.tooDeep);
}

/**
 * A number that a double would change becomes a text with every digit as it was sent.
 *
 * @throws PublicError 400 unless the text is JSON
 */
export function parseJson(text: string): unknown {
  const value = parse(text);
  return mayHaveRiskyNumber.test(text) ? JSON.parse(quoteRiskyNumbers(text)) : value;
}

/**
 * As `parseJson`.
 *
 * @throws PublicError 400 unless the text is one JSON object
 */
export function parseObject(text: string): object {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PublicError(explained(errors.notObject, explainValue(value)));
  }
  return value;
}

/**
 * Reads the body after its type was checked.
 *
 * @throws PublicError 415, 413, 408, and 400 unless it is UTF-8
 */
export async function readJsonText(request: PublicRequest, limit: BodyLimit): Promise<string> {
  assertJsonType(request);
  return decodeBody(await request.readBody(limit));
}
