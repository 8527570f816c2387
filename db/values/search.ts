import {
  type FilteredField,
  fieldFilters,
  type SearchedField,
  searchedFields,
} from './lead-fields.ts';
import { noOwner } from './leads.ts';

/** Letters that Unicode does not take apart, as people type them on another keyboard. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  ς: 'σ',
  þ: 'th',
};

const ascii = /^\p{ASCII}*$/u;

/** Longer words are compared by their beginning. */
const maxWordLength = 40;
const maxWords = 200;
/** Digits of an id that a term has: others begin with the time of the id. */
const idTail = 8;

/** Text without case, accents and other marks: `João` and `JOAO` become `joao`. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();

  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[æðđħıłøœßςþ]/g, (letter) => plainLetters[letter] ?? letter);
}

/** The folded words of a text: whatever stands between characters that are no letter or digit. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, maxWords).map((word) => word.slice(0, maxWordLength));
}

export const gramLength = 4;
/** Phones are indexed at every second digit only: half the words. */
const gramStride = 2;
/** Each is in one of 1,700 phones, and each costs a look-up in every block. */
const enoughGrams = 3;

/** Marks digits of a phone number in the index. No word contains it. */
export const phoneMark = '#';

/**
 * What all words of a company's leads in one block of the index begin with. The end of the company's
 * ID, so that a look-up reads few words of other companies.
 */
export const companyMark = (companyId: string) => companyId.slice(-4);
export const wordPrefix = (companyId: string, block: number) =>
  `${companyMark(companyId)}${block.toString(16)}.`;

/** Marks what filters ask for. No word contains it. */
const filterMark = '=';

/**
 * What the term of a value begins with, beside the marks of `fieldFilters`: short, since each byte costs
 * every lead.
 */
const ownMarks = {
  step: 's',
  owner: 'o',
  apiKey: 'k',
  status: 't',
  priority: 'p',
  source: 'r',
  hasPhone: 'h',
};
export type FilterField = keyof typeof ownMarks | FilteredField;

export const filterMarks = new Map<FilterField, string>([
  ...fieldFilters.map(({ name, mark }) => [name, mark] as const),
  // Guarantee of the cast: an object literal has no other keys than its type names.
  ...(Object.entries(ownMarks) as [keyof typeof ownMarks, string][]),
]);

/** A value of a lead as one word. Long values and ids are cut: whether a lead has it must be checked. */
export function filterTerm(field: FilterField, value: string): string {
  const isId = field === 'step' || field === 'owner' || field === 'apiKey';
  const text = fold(isId ? value.slice(-idTail) : value).replace(/[^\p{L}\p{N}]+/gu, '');
  return `${filterMark}${filterMarks.get(field)}${text.slice(0, maxWordLength)}`;
}

type SentTexts = { [Name in FilteredField | SearchedField]?: string | null | undefined };

interface FilteredFields extends SentTexts {
  stepId: string;
  source: string;
  phones: readonly string[];
  apiKeyId?: string | null | undefined;
  ownerId?: string | null | undefined;
  /** Absent: what every lead is at first. */
  status?: string | undefined;
  priority?: string | undefined;
}

function filterTerms(lead: FilteredFields): string[] {
  const terms = [
    filterTerm('step', lead.stepId),
    filterTerm('source', lead.source),
    filterTerm('owner', lead.ownerId ?? noOwner),
    filterTerm('status', lead.status ?? 'new'),
    filterTerm('priority', lead.priority ?? 'medium'),
    filterTerm('hasPhone', String(lead.phones.length > 0)),
  ];
  if (lead.apiKeyId) terms.push(filterTerm('apiKey', lead.apiKeyId));
  for (const { name } of fieldFilters) {
    const value = lead[name];
    if (value) terms.push(filterTerm(name, value));
  }
  return terms;
}

export interface SearchedFields extends FilteredFields {
  companyId: string;
  origin?: string;
  name: string;
}

/**
 * What finds a lead, as the text of a `tsvector`: its words, four digits at every second place of its
 * phone numbers, and a term for each value that lists are filtered by. A test has none, so no search
 * finds it.
 */
export function searchWords(lead: SearchedFields, block: number): string {
  if (lead.origin === 'test') return '';

  const prefix = wordPrefix(lead.companyId, block);
  const words = wordsOf(searchedFields.map((field) => lead[field] ?? '').join(' '));
  let text = '';
  for (const word of words) text += `${prefix}${word} `;
  for (const phone of lead.phones) {
    for (let start = 0; start + gramStride <= phone.length; start += gramStride) {
      text += `${prefix}${phoneMark}${phone.slice(start, start + gramLength)} `;
    }
  }
  for (const term of filterTerms(lead)) text += `${prefix}${term} `;
  return text;
}

/**
 * What a phone number that contains the digits has in the index: all of one of the two lists, for
 * digits that begin at an even place in the number or at an odd one. Of many digits the last are
 * looked for: they differ most. Two or three digits alone are the beginning of four.
 *
 * @param digits three at least
 */
export function gramsOf(digits: string): string[][] {
  return [0, 1].map((first) => {
    const grams: string[] = [];
    for (let start = first; start + gramLength <= digits.length; start += gramStride) {
      grams.push(digits.slice(start, start + gramLength));
    }
    return grams.length > 0 ? grams.slice(-enoughGrams) : [digits.slice(first)];
  });
}

/** Fewer are in nearly every phone. */
const fewestDigits = 3;
/** Of a phone number with country code. */
const mostDigits = 15;

/**
 * The digits to look for in phone numbers, if the text can mean one. A leading `00` or national `0`
 * is not stored.
 */
export function phoneDigits(text: string): string | undefined {
  const significant = text.replace(/\D/g, '').replace(/^0+/, '');
  const { length } = significant;
  return length >= fewestDigits && length <= mostDigits ? significant : undefined;
}
