import { maxPhones } from '#db/values/limits.ts';
import type { ReadPhones } from './read-phones.ts';
import { type Finding, isAbsent, isPlaceholder } from './read-values.ts';

/** What of the values that were sent as phones was not read exactly. */

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** The value without texts that a tool did not fill in; the same value when there are none. */
export function withoutPlaceholders(value: unknown): unknown {
  if (typeof value === 'string') return isPlaceholder(value) ? undefined : value;
  if (!Array.isArray(value)) return value;

  const filled = value.filter((item) => typeof item !== 'string' || !isPlaceholder(item));
  return filled.length === value.length ? value : filled;
}

/** All texts and numbers in a value. */
function textsIn(value: unknown): string[] {
  if (isText(value)) return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const significant = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').replace(/^00/, '');

/**
 * Of a value the items of which more was said than the digits of phones: another word, an extension,
 * nonsense.
 */
export function findLostItems(value: unknown, phones: readonly string[]): unknown[] {
  const isRead = (text: string) => isPlaceholder(text) || phones.includes(significant(text));
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item) => {
    const texts = textsIn(item);
    return !isAbsent(item) && (texts.length === 0 || !texts.every(isRead));
  });
}

const writtenAs = (item: unknown) => (typeof item === 'string' ? item : JSON.stringify(item));

/** The first place in a list whose item contains the text. */
function placeOf(value: unknown, text: string, from: (item: string) => string): number[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  const index = items.findIndex((item) => from(writtenAs(item)).includes(text));
  return index === -1 ? [] : [index];
}

const digitsIn = (text: string) => text.replace(/\D/g, '');

/** @param read what was read of the value */
export function phoneFindings(value: unknown, { phones, unread, marks }: ReadPhones): Finding[] {
  const isMore = (text: string) => phones.length === maxPhones && digitsIn(text).length >= 8;
  const kept = unread.map((text): Finding => {
    if (isMore(text)) return tooManyPhones;
    return { ...noPhone, path: placeOf(value, text, (item) => item) };
  });
  const unknown = phones
    .filter((phone) => marks[phone] === 'countryUnknown')
    .map((phone): Finding => ({ ...noCountry, path: placeOf(value, phone, digitsIn) }));
  return [...kept, ...unknown];
}

const noPhone = {
  kind: 'kept',
  code: 'invalid_phone',
  message: 'must hold 8 to 15 digits with country code',
} as const;

const noCountry = {
  kind: 'kept',
  code: 'unknown_country',
  message: 'must begin with + and the country code: its country is not certain',
} as const;

export const tooManyPhones: Finding = {
  kind: 'kept',
  code: 'too_many',
  message: `must hold at most ${maxPhones} numbers`,
  path: [],
};
