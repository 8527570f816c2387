import { charsetOf, isTooDeep, parseJson } from '../read-json.ts';
import { PublicError } from '../response.ts';
import { byteText, decodeText, type MarkedBytes, withoutMark } from './decode-text.ts';
import { readUrlEncoded } from './form-fields.ts';
import { readMultipart } from './read-multipart.ts';
import { readXml } from './read-xml.ts';
import { tooDeep, Unreadable } from './unreadable.ts';

/** Reads the body of a request to an inbound address, whatever its form is. */

export type DecodedSubmission =
  | {
      kind: 'fields';
      body: object;
      /** Names of the fields that hold files, which are not read. */
      files: string[];
    }
  | {
      kind: 'unreadable';
      /** Follows "The body". */
      why: string;
    };

type Format = 'json' | 'form' | 'multipart' | 'xml';

/** @returns `undefined` for types that say nothing, such as `text/plain` */
function declaredFormat(contentType: string): Format | undefined {
  const [mediaType = ''] = contentType.toLowerCase().split(';', 1);
  const type = mediaType.trim();
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (type.startsWith('multipart/')) return 'multipart';
  if (/[/+]json$/.test(type)) return 'json';
  return /[/+]xml$/.test(type) ? 'xml' : undefined;
}

/** A name without blanks, quotes and brackets before an equals sign. */
const beginsAsForm = /^[^\s"'{}<>=&]{1,200}=/;

function sniffedFormat(text: string): Format | undefined {
  if (/^[{["]/.test(text)) return 'json';
  if (text.startsWith('<')) return 'xml';
  if (text.startsWith('--')) return 'multipart';
  return beginsAsForm.test(text) ? 'form' : undefined;
}

/** The formats that a body may have, the likeliest first. The reason of the last one is told. */
function formatsOf(contentType: string, text: string): Format[] {
  const declared = declaredFormat(contentType);
  const sniffed = sniffedFormat(text);
  // A text may come before the first part.
  const formats = declared === 'multipart' ? [declared, sniffed] : [sniffed, declared];
  const found = [...new Set(formats)].filter((format) => format !== undefined);
  return text.includes('=') ? found : found.filter((format) => format !== 'form');
}

/** The one object of a JSON body, which some tools put into a list or into a text. */
function objectIn(value: unknown): object {
  const [item, ...others] = Array.isArray(value) ? value : [value];
  if (others.length > 0) throw new Unreadable(`is a list of ${others.length + 1} items: send one`);
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    throw new Unreadable('is JSON, but no object');
  }
  return item;
}

function readJson({ bytes, charset }: MarkedBytes): object {
  const value = parseJson(decodeText(bytes, charset));
  return objectIn(typeof value === 'string' ? parseJson(value) : value);
}

function read(format: Format, marked: MarkedBytes, contentType: string): DecodedSubmission {
  if (format === 'multipart') return { kind: 'fields', ...readMultipart(marked, contentType) };

  const readers = { json: readJson, form: readUrlEncoded, xml: readXml };
  return { kind: 'fields', body: readers[format](marked), files: [] };
}

const unreadable = (why: string): DecodedSubmission => ({ kind: 'unreadable', why });

/** @throws what is no problem of the body */
function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  if (!(error instanceof PublicError)) throw error;
  return `is no JSON${error.message.replace(/^Request body must be valid JSON/, '')}`;
}

function tryToRead(format: Format, marked: MarkedBytes, contentType: string): DecodedSubmission {
  try {
    return read(format, marked, contentType);
  } catch (error) {
    return unreadable(reasonOf(error));
  }
}

/**
 * Never throws, whatever the bytes are.
 *
 * @param contentType of the header; empty without one
 */
export function decodeSubmission(sent: Uint8Array, contentType: string): DecodedSubmission {
  const marked = withoutMark({ bytes: sent, charset: charsetOf(contentType) });
  const text = byteText(marked.bytes).trim();
  if (text === '') return unreadable('is empty');

  let decoded = unreadable('is no JSON, no form and no XML');
  for (const format of formatsOf(contentType, text)) {
    decoded = tryToRead(format, marked, contentType);
    if (decoded.kind === 'fields')
      return isTooDeep(decoded.body) ? unreadable(tooDeep().message) : decoded;
  }
  return decoded;
}
