import type { PhoneMarks } from '#db/values/leads.ts';
import { maxPhones } from '#db/values/limits.ts';

/** Characters of one item. Reading longer ones would cost time for nothing. */
const maxText = 2_000;
const phoneDigits = /^[0-9]{8,15}$/;
/** Most phones: digits with the decoration of a Western keyboard. */
const plainPhone = /^\+?[0-9][0-9 ()./-]*$/;

/** What is read of the values sent as phones. */
export interface ReadPhones {
  /** 8 to 15 ASCII digits with country code, each once, in the order sent; at most 20. */
  phones: string[];
  /** Texts as sent that are no phone, each once; bounded. */
  unread: string[];
  /** Phones of `phones` that need a mark. */
  marks: PhoneMarks;
}

/** Between several phones in one text, but not before an extension. */
const separator = /[,;\n\r\u2028\u2029](?![^\S\n\r\u2028\u2029]*\(?(?:x|ext|ramal))/;
const prefix = /^ ?(?:tel:|p:)/;
/** The end of a WhatsApp identifier, or an extension such as `;ext=12` (RFC 3966). */
const suffix = /(?:@s\.whatsapp\.net|[,;]? ?\(?(?:x|ext|extension|ramal)[.:=]? ?[0-9]{1,7}\)?) ?$/;
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
 * The decimal part of a number that a spreadsheet wrote, behind the one dot of the text: zeros behind
 * digits and nothing else, one zero behind a phone with blanks and the like, whose last digits may
 * be more zeros. Brackets and signs may stand around both.
 */
const decimals = /^([^0-9.]*[0-9]+|[^.]*[0-9](?=\.0(?![0-9])))\.0+([^0-9.]*)$/;

/** @returns the digits with country code, or `undefined` when the text is no phone */
function digitsOf(text: string): string | undefined {
  const undecorated = plainPhone.test(text)
    ? text.replace(decimals, '$1').replace(/[^0-9]/g, '')
    : text
        .replace(/\s+/g, ' ')
        .replace(prefix, '')
        .replace(suffix, '')
        .replace(decimals, '$1$2')
        .replace(decoration, '');
  const digits = undecorated.replace(/^00/, '');
  return phoneDigits.test(digits) ? digits : undefined;
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** The phones in one item of a list; `undefined` when it holds none. */
function readItem(item: unknown): string[] | undefined {
  if (typeof item === 'number') return Number.isInteger(item) ? readItem(String(item)) : undefined;
  if (typeof item !== 'string' || item.length > maxText) return undefined;
  // What follows takes ten times as long.
  if (plainPhone.test(item)) {
    const phone = digitsOf(item);
    return phone === undefined ? undefined : [phone];
  }

  const plain = item.normalize('NFKC').toLowerCase().replace(otherDigit, asciiDigit);
  const pieces = plain.split(separator).filter((piece) => !isBlank(piece));
  const phones = pieces.map(digitsOf);
  return phones.every((phone) => phone !== undefined) ? phones : undefined;
}

const textOf = (item: unknown) =>
  (typeof item === 'string' ? item : JSON.stringify(item))
    .slice(0, maxText)
    .toWellFormed()
    .replaceAll('\0', '\ufffd');

/** Reads the phones of a lead from whatever was sent. Blank and `null` items are absent. */
export function readPhones(value: unknown, _country: string | undefined): ReadPhones {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const phones = new Set<string>();
  const unread = new Set<string>();
  for (const item of items) {
    if (isBlank(item)) continue;

    const read = readItem(item);
    if (read) for (const phone of read) phones.add(phone);
    else unread.add(textOf(item));
  }
  const bound = (texts: Set<string>) => [...texts].slice(0, maxPhones);
  return { phones: bound(phones), unread: bound(unread), marks: {} };
}
