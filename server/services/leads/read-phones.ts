import { maxPhones } from '#db/values/limits.ts';
import { type PhoneMark, type PlacedNumber, placeNumber } from './numbering-plan.ts';

/** What is read of the values sent as phones. */
export interface ReadPhones {
  /** 8 to 15 ASCII digits with country code, each once, in the order sent; at most 20. */
  phones: string[];
  /** Texts as sent that are no phone, or one too many, each once: at most 20 of 200 characters. */
  unread: string[];
  /** Phones of `phones` that need a mark. */
  marks: Record<string, PhoneMark>;
}

/** Characters of one text. Reading longer ones would cost time for nothing. */
const maxText = 1_000;
const minDigits = 8;
const maxUnread = 20;
const maxUnreadText = 200;
/** Lists in objects in lists. */
const maxDepth = 3;

interface SentNumber {
  digits: string;
  /** Behind `+` or `00`, or in an identifier of WhatsApp, digits begin with a country code. */
  hasPrefix: boolean;
}

const plainPhone = /^(\+?)([1-9][0-9]{7,14})$/;
/** Between several phones in one text, but not before an extension. */
const separator =
  /[,;|،؛、，；｜\n\r\u2028\u2029](?![^\S\n\r\u2028\u2029]*\(?(?:x|ext|ramal))|\s(?:or|ou|e|o|und|et)\s/i;
/** Also taken off as decoration, so it separates only what is no phone as a whole. */
const slash = /[/／]/;
/** The end of a WhatsApp identifier, with or without the device. */
const whatsappEnd = /(?::[0-9]{1,3})?@(?:s\.whatsapp\.net|c\.us) ?$/;
const device = /^([0-9]{8,15}):[0-9]{1,3} ?$/;
/** Such as `;ext=12` (RFC 3966). */
const extension = /[,;]? ?\(?(?:x|ext|extension|ramal)[.:=]? ?[0-9]{1,7}\)? ?$/;
/** Spaces, dashes, brackets, dots, slashes and pluses of any script, and invisible characters. */
const decoration = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Cf}.·‧・。۔•∙⋅/⁄∕⧸+➕−⁃˗ー]/gu;
const otherDigit = /(?![0-9])\p{Nd}/gu;
const isDigit = /\p{Nd}/u;

/** A digit of any script as an ASCII one. In Unicode, the digits 0 to 9 of a script are consecutive. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/**
 * The decimal part of a number that a spreadsheet wrote, behind the one dot of the number: zeros behind
 * digits and nothing else, one zero behind a phone with blanks and the like, whose last digits may
 * be more zeros.
 */
const decimals = /^(?:([0-9]+)\.0+|([^.]+)\.0)$/;
const letterBefore = /\p{Script=Latin}$/u;
const letterBehind = /^\p{Script=Latin}/u;

/**
 * The one number of a text, between words and signs. A letter directly before or behind the digits
 * belongs to an identifier or to a mistyped number, as an `@` belongs to an address.
 */
function numberBetweenWords(text: string): SentNumber | undefined {
  const [first, last] = [text.search(/[0-9]/), text.search(/[0-9][^0-9]*$/)];
  if (first < 0) return undefined;

  const [before, behind] = [text.slice(0, first), text.slice(last + 1)];
  if (letterBefore.test(before) || letterBehind.test(behind)) return undefined;

  const digits = text
    .slice(first, last + 1)
    .replace(decimals, '$1$2')
    .replace(decoration, '');
  return { digits, hasPrefix: /[+➕]/u.test(before) };
}

/** The number of a text that holds exactly one. */
function readNumber(text: string): SentNumber | undefined {
  const [, plus, plain] = plainPhone.exec(text) ?? [];
  if (plain !== undefined) return { digits: plain, hasPrefix: plus !== '' };
  if (text.length < minDigits) return undefined;

  const normalized = text.normalize('NFKC');
  // Some characters become eighteen.
  if (normalized.length > maxText) return undefined;

  const simple = normalized.toLowerCase().replace(otherDigit, asciiDigit).replace(/\s+/g, ' ');
  const withoutEnd = simple.replace(whatsappEnd, '');
  if (withoutEnd.includes('@')) return undefined;

  const number = numberBetweenWords(withoutEnd.replace(device, '$1').replace(extension, ''));
  if (!number) return undefined;
  const digits = number.digits.replace(/^00/, '');
  if (!/^[0-9]{8,15}$/.test(digits)) return undefined;

  const isWhole = digits === number.digits && withoutEnd === simple;
  return { digits, hasPrefix: number.hasPrefix || !isWhole };
}

/**
 * The phones of a text, and what is none between them. A text without any phone is left whole.
 *
 * @param separators to split by in turn, as far as a text is more than one number
 */
function readText(text: string, separators = [separator, slash]): (SentNumber | string)[] {
  const number = readNumber(text);
  return number ? [number] : splitText(text, separators);
}

function splitText(text: string, [first, ...others]: RegExp[]): (SentNumber | string)[] {
  if (!first) return [text];

  const pieces = text.split(first).filter((piece) => piece.trim() !== '');
  if (pieces.length < 2) return splitText(text, others);

  const read = pieces.flatMap((piece) => readText(piece, others));
  return read.some((piece) => typeof piece === 'object') ? read : [text];
}

/** The values of a list, of an object with the keys 0, 1, … or of an object that describes a phone. */
function itemsOf(value: object): unknown[] | undefined {
  if (Array.isArray(value)) return value;

  const entries = Object.entries(value);
  const isList = entries.every(([name]) => /^[0-9]{1,5}$/.test(name));
  const found = isList
    ? entries
    : entries.filter(([name]) => ['value', 'number', 'phone'].includes(name.toLowerCase()));
  return isList || found.length > 0 ? found.map(([, item]) => item) : undefined;
}

/** A list that was sent as JSON text. */
function listIn(text: string): unknown[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

interface Found {
  country: string | undefined;
  phones: Map<string, PlacedNumber>;
  unread: Set<string>;
  /** Equal numbers are looked up once, however often they are sent. */
  placed: Map<string, PlacedNumber>;
}

function keepUnread({ unread }: Found, text: string): void {
  const start = text.trim().slice(0, maxUnreadText).toWellFormed();
  if (unread.size < maxUnread && start !== '') unread.add(start.replaceAll('\0', '\uFFFD'));
}

function keepNumber(found: Found, { digits, hasPrefix }: SentNumber, sent: string): void {
  const key = `${hasPrefix ? '+' : ''}${digits}`;
  const number = found.placed.get(key) ?? placeNumber(digits, hasPrefix, found.country);
  found.placed.set(key, number);
  if (found.phones.has(number.digits)) return;

  if (found.phones.size < maxPhones) found.phones.set(number.digits, number);
  else keepUnread(found, sent);
}

const isFull = ({ phones, unread }: Found) => phones.size >= maxPhones && unread.size >= maxUnread;

function readList(found: Found, items: unknown[], depth: number): void {
  for (const item of items) {
    if (isFull(found)) return;
    readValue(found, item, depth + 1);
  }
}

function readValue(found: Found, value: unknown, depth = 0): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'object') {
    const items = depth < maxDepth ? itemsOf(value) : undefined;
    if (items) readList(found, items, depth);
    else keepUnread(found, JSON.stringify(value));
    return;
  }

  const text = String(value);
  const isReadable = typeof value === 'string' || Number.isInteger(value);
  if (!isReadable || text.length > maxText) {
    keepUnread(found, text);
    return;
  }
  const list = depth < maxDepth ? listIn(text) : undefined;
  if (list) {
    readList(found, list, depth);
    return;
  }
  for (const piece of readText(text)) {
    if (typeof piece === 'string') keepUnread(found, piece);
    else keepNumber(found, piece, text);
  }
}

/**
 * Reads the phones of a lead from whatever JSON value was sent. Blank and `null` items are absent.
 *
 * @param country of the company, ISO 3166 alpha-2, for numbers without country code
 */
export function readPhones(value: unknown, country: string | undefined): ReadPhones {
  const found: Found = { country, phones: new Map(), unread: new Set(), placed: new Map() };
  readValue(found, value);

  const marks: ReadPhones['marks'] = {};
  for (const { digits, mark } of found.phones.values()) {
    if (mark) marks[digits] = mark;
  }
  return { phones: [...found.phones.keys()], unread: [...found.unread], marks };
}
