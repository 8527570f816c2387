import { type SQL, sql } from 'drizzle-orm';
import { leads } from '#db/schema/leads.ts';
import {
  type FilterField,
  filterTerm,
  gramLength,
  gramsOf,
  phoneDigits,
  phoneMark,
  wordsOf,
} from '#db/values/search.ts';

/** What a lead must have. */
export type Condition =
  /** A word of the lead: all of it, or its beginning. */
  | { kind: 'word'; word: string; isWhole: boolean }
  | { kind: 'phone'; digits: string }
  /** A value, by `filterTerm`. What asks for one also compares the column. */
  | { kind: 'term'; term: string }
  | { kind: 'all' | 'any'; of: readonly Condition[] };

/** More words than that make no difference to a person, and each costs time. */
const maxConditions = 10;

export const join = (kind: 'all' | 'any', of: readonly Condition[]): Condition =>
  of.length === 1 && of[0] ? of[0] : { kind, of };

/** That a lead has one of the values. */
export const oneOfTerms = (field: FilterField, values: readonly string[]): Condition =>
  join(
    'any',
    values.map((value) => ({ kind: 'term', term: filterTerm(field, value) })),
  );

/** What may be a part of a phone number that is written with blanks. */
const phoneChunk = /^[()+./-]*\d[\d()+./-]*$/;

const phoneConditions = (text: string): Condition[] => {
  const digits = phoneDigits(text);
  return digits ? [{ kind: 'phone', digits }] : [];
};
const wordCondition = (word: string, isWhole: boolean): Condition =>
  join('any', [
    { kind: 'word', word, isWhole },
    ...(/^\d+$/.test(word) ? phoneConditions(word) : []),
  ]);

/** What is followed by a sign is whole: `joao.silva@exam` names the words `joao` and `silva`. */
const wordConditions = (chunk: string): Condition[] =>
  wordsOf(chunk).map((word, n, words) => wordCondition(word, n < words.length - 1));

/** Words, or what may be a phone number: then all of it, or each group of digits by itself. */
function chunkConditions(text: string, isNumber: boolean): Condition[] {
  const words = text.split(' ').flatMap(wordConditions).slice(0, maxConditions);
  if (!isNumber || words.length < 2) return words;

  return [join('any', [...phoneConditions(text), join('all', words)])];
}

/**
 * What a search text asks for: all its words, in any order, each the beginning of a word of the lead
 * or, with three digits or more, a part of a phone number. Undefined for a text without any.
 */
export function readSearch(text: string): Condition | undefined {
  const chunks = text.replaceAll('\0', '').toWellFormed().split(/\s+/);
  const parts: { text: string; isNumber: boolean }[] = [];
  for (const chunk of chunks) {
    const isNumber = phoneChunk.test(chunk);
    const last = parts.at(-1);
    if (last?.isNumber === isNumber) last.text += ` ${chunk}`;
    else parts.push({ text: chunk, isNumber });
  }
  const conditions = parts.flatMap((part) => chunkConditions(part.text, part.isNumber));
  return conditions.length > 0 ? join('all', conditions.slice(0, maxConditions)) : undefined;
}

/** Stands for what all words of a block begin with. No word contains it. */
const prefix = '@';

const tenDigits = '0123456789';

/** Words that are looked up are much faster than a beginning: PostgreSQL then skips what does not match. */
function gramText(gram: string): string {
  const word = `${prefix}${phoneMark}${gram}`;
  if (gram.length === gramLength) return `'${word}'`;
  if (gram.length < gramLength - 1) return `'${word}':*`;

  const longer = Array.from(tenDigits, (digit) => `'${word}${digit}'`);
  return `('${word}' | ${longer.join(' | ')})`;
}

/** The text of a `tsquery`. `prefix` is still in it. It contains letters, digits and our marks only. */
export function queryText(condition: Condition): string {
  if (condition.kind === 'word') {
    return `'${prefix}${condition.word}'${condition.isWhole ? '' : ':*'}`;
  }
  if (condition.kind === 'term') return `'${prefix}${condition.term}'`;
  if (condition.kind === 'phone') {
    const lists = gramsOf(condition.digits).map((grams) => grams.map(gramText).join(' & '));
    return `(${lists.join(' | ')})`;
  }
  return `(${condition.of.map(queryText).join(condition.kind === 'all' ? ' & ' : ' | ')})`;
}

const queryOf = (text: string | SQL, wordsBegin: SQL) =>
  sql`replace(${text}, ${prefix}, ${wordsBegin})::tsquery`;

/**
 * What the index does not show: whether a phone number contains digits, not only parts of them; and
 * where that is one of several ways to meet the condition, whether another one is met.
 *
 * @param isShown whether the index shows that words meet it
 */
function recheck(condition: Condition, wordsBegin: SQL, isShown: boolean): SQL | undefined {
  if (condition.kind === 'term') return undefined;
  if (condition.kind === 'word') {
    // Not the operator `@@`: for that PostgreSQL would look into the index again.
    return isShown
      ? undefined
      : sql`ts_match_vq(${leads.searchWords}, ${queryOf(queryText(condition), wordsBegin)})`;
  }
  if (condition.kind === 'phone') {
    return sql`exists (select from unnest(${leads.phones}) phone
      where phone like ${`%${condition.digits}%`})`;
  }
  const isAll = condition.kind === 'all';
  const checks = condition.of.flatMap((part) => recheck(part, wordsBegin, isShown && isAll) ?? []);
  if (checks.length === 0) return undefined;
  return sql`(${sql.join(checks, isAll ? sql` and ` : sql` or `)})`;
}

/**
 * Whether a lead meets a condition.
 *
 * @param wordsBegin what all words of the lead's block begin with
 * @param text of another condition that it must meet, as from `queryText`: terms only
 */
export function meets(condition: Condition | undefined, wordsBegin: SQL, text?: SQL): SQL {
  const texts = [condition && queryText(condition), text].filter((each) => each !== undefined);
  const queries = texts.map((each) => queryOf(each, wordsBegin));
  const indexed = sql`${leads.searchWords} @@ (${sql.join(queries, sql` && `)})`;
  const check = condition && recheck(condition, wordsBegin, true);
  return check ? sql`${indexed} and ${check}` : indexed;
}
