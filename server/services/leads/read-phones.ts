import { maxPhones } from '#db/values/limits.ts';

/** Characters of one item. Reading longer ones would cost time for nothing. */
const maxText = 2_000;
const phoneDigits = /^[0-9]{8,15}$/;
/** Most phones: digits with the decoration of a Western keyboard. */
const plainPhone = /^\+?[0-9][0-9 ()./-]*$/;

/** A problem of one phone, or of all. `index` is the position in the sent list, from 0. */
export interface PhoneIssue {
  index?: number;
  message: string;
  code: string;
}

const notDigits = {
  message: 'must hold 8 to 15 digits with country code',
  code: 'invalid_phone',
};
/** Also of identifiers, which are texts or whole numbers as well. */
export const notTextOrNumber = 'must be a string or a whole number';

const notPhone = { message: notTextOrNumber, code: 'invalid_type' };
const notPhones = { message: 'must be a list of strings', code: 'invalid_type' };
const tooMany = { message: `must hold at most ${maxPhones} numbers`, code: 'too_many' };

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

/** The phones in one item of a list. */
function readItem(item: unknown): string[] | Omit<PhoneIssue, 'index'> {
  if (typeof item === 'number') {
    return Number.isInteger(item) ? readItem(String(item)) : notPhone;
  }
  if (typeof item !== 'string') return notPhone;
  if (item.length > maxText) return notDigits;
  // What follows takes ten times as long.
  if (plainPhone.test(item)) {
    const phone = digitsOf(item);
    return phone === undefined ? notDigits : [phone];
  }

  const plain = item.normalize('NFKC').toLowerCase().replace(otherDigit, asciiDigit);
  const pieces = plain.split(separator).filter((piece) => !isBlank(piece));
  const phones = pieces.map(digitsOf);
  return phones.every((phone) => phone !== undefined) ? phones : notDigits;
}

/**
 * Reads the phones of a lead from a list, a text or a whole number. Blank and `null` items are absent.
 *
 * @returns the phones as digits with country code, without repeats; or every problem
 */
export function readPhones(sent: unknown): { phones: string[] } | { issues: PhoneIssue[] } {
  if (isBlank(sent)) return { phones: [] };
  if (typeof sent === 'object' && !Array.isArray(sent)) {
    return Object.keys(Object(sent)).length === 0 ? { phones: [] } : { issues: [notPhones] };
  }

  const items: unknown[] = Array.isArray(sent) ? sent : [sent];
  const phones: string[] = [];
  const issues: PhoneIssue[] = [];
  for (const [index, item] of items.entries()) {
    if (isBlank(item)) continue;

    const read = readItem(item);
    if (Array.isArray(read)) phones.push(...read);
    else issues.push(Array.isArray(sent) ? { ...read, index } : read);
    // Thousands of items are not read to the end.
    if (phones.length + issues.length > maxPhones) return { issues: [tooMany] };
  }
  return issues.length > 0 ? { issues } : { phones: [...new Set(phones)] };
}
