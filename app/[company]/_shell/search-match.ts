import { fold, phoneDigits, wordsOf } from '#db/values/search.ts';

/** Start and end of a part of a text. */
export type Range = readonly [number, number];

/** The part of a word that folds to these letters: `Joã` of `João` for `joa`. */
function beginningLike(word: string, letters: string): number {
  const characters = Array.from(word);
  let end = 0;
  for (const character of characters) {
    if (fold(word.slice(0, end)).length >= letters.length && !/\p{M}/u.test(character)) break;
    end += character.length;
  }
  return end;
}

function wordRanges(text: string, letters: readonly string[]): Range[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)).flatMap(({ 0: word, index }) => {
    const folded = fold(word);
    const longest = letters
      .filter((each) => folded.startsWith(each))
      .reduce((a, b) => (b.length > a.length ? b : a), '');
    return longest ? [[index, index + beginningLike(word, longest)] as const] : [];
  });
}

/** Where a phone number has the digits, whatever stands between them. */
function digitRanges(text: string, digits: string): Range[] {
  const places = Array.from(text.matchAll(/\d/g), ({ index }) => index);
  const start = places
    .map((place) => text[place])
    .join('')
    .indexOf(digits);
  const [first, last] = [places[start], places[start + digits.length - 1]];
  return start === -1 || first === undefined || last === undefined ? [] : [[first, last + 1]];
}

/** The parts of a name, email or campaign that a search text has found. */
export const rangesInText = (text: string, search: string): Range[] =>
  wordRanges(text, wordsOf(search));

/** The parts of a phone number that it has found: all digits of the search, or one group of them. */
export function rangesInPhone(phone: string, search: string): Range[] {
  const numbers = search.match(/(?<![\p{L}\p{N}])\d[\d().\-/\s]*/gu) ?? [];
  const groups = [...numbers, ...wordsOf(search).filter((word) => /^\d+$/.test(word))];
  for (const group of groups) {
    const digits = phoneDigits(group);
    const ranges = digits ? digitRanges(phone, digits) : [];
    if (ranges.length > 0) return ranges;
  }
  return [];
}
