import { type SQL, sql } from 'drizzle-orm';
import { leads } from '#db/schema/leads.ts';
import { gramLength, gramsOf, phoneDigits, phoneMark, wordsOf } from '#db/values/search.ts';

/** What a lead must have. */
export type Condition =
  | { kind: 'word'; word: string }
  | { kind: 'phone'; digits: string }
  | { kind: 'all' | 'any'; of: readonly Condition[] };

/** More words than that make no difference to a person, and each costs time. */
const maxConditions = 10;

const join = (kind: 'all' | 'any', of: readonly Condition[]): Condition =>
  of.length === 1 && of[0] ? of[0] : { kind, of };

/** What may be a part of a phone number that is written with blanks. */
const phonePart = /^[\d()+./-]*\d[\d()+./-]*$/;

const phoneConditions = (text: string): Condition[] => {
  const digits = phoneDigits(text);
  return digits ? [{ kind: 'phone', digits }] : [];
};
const wordCondition = (word: string): Condition =>
  join('any', [{ kind: 'word', word }, ...(/^\d+$/.test(word) ? phoneConditions(word) : [])]);

/** Words, or what may be a phone number: then all of it, or each group of digits by itself. */
function partConditions(text: string, isNumber: boolean): Condition[] {
  const words = wordsOf(text).slice(0, maxConditions).map(wordCondition);
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
    const isNumber = phonePart.test(chunk);
    const last = parts.at(-1);
    if (last?.isNumber === isNumber) last.text += ` ${chunk}`;
    else parts.push({ text: chunk, isNumber });
  }
  const conditions = parts.flatMap((part) => partConditions(part.text, part.isNumber));
  return conditions.length > 0 ? join('all', conditions.slice(0, maxConditions)) : undefined;
}

/** Stands for what all words of a block begin with. No word contains it. */
const prefix = '@';

/** The text of a `tsquery`. It contains letters, digits and our marks only. */
function queryText(condition: Condition): string {
  if (condition.kind === 'word') return `'${prefix}${condition.word}':*`;
  if (condition.kind === 'phone') {
    const gramText = (gram: string) =>
      `'${prefix}${phoneMark}${gram}'${gram.length < gramLength ? ':*' : ''}`;
    const lists = gramsOf(condition.digits).map((grams) => grams.map(gramText).join(' & '));
    return `(${lists.join(' | ')})`;
  }
  return `(${condition.of.map(queryText).join(condition.kind === 'all' ? ' & ' : ' | ')})`;
}

/** Whether the words of a lead meet a condition as far as the index shows. */
const isIndexed = (condition: Condition, wordsBegin: SQL) =>
  sql`${leads.searchWords} @@ replace(${queryText(condition)}, ${prefix}, ${wordsBegin})::tsquery`;

/** A number is in a phone, not only what the index has of it; undefined where that is no question. */
function recheck(condition: Condition, wordsBegin: SQL): SQL | undefined {
  if (condition.kind === 'word') return undefined;
  if (condition.kind === 'phone') {
    return sql`exists (select from unnest(${leads.phones}) phone
      where phone like ${`%${condition.digits}%`})`;
  }
  const checked = condition.of.map((part) => ({ part, check: recheck(part, wordsBegin) }));
  if (checked.every(({ check }) => check === undefined)) return undefined;
  const checks = checked.map(({ part, check }) => check ?? isIndexed(part, wordsBegin));
  return sql`(${sql.join(checks, condition.kind === 'all' ? sql` and ` : sql` or `)})`;
}

/**
 * Whether a lead meets a condition.
 *
 * @param wordsBegin what all words of the lead's block begin with
 */
export function meets(condition: Condition, wordsBegin: SQL): SQL {
  const indexed = isIndexed(condition, wordsBegin);
  const check = recheck(condition, wordsBegin);
  return check ? sql`${indexed} and ${check}` : indexed;
}
