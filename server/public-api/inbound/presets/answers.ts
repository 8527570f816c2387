import { isAbsent } from '../../../services/leads/read-values.ts';
import { type Asked, askedBy, meantBy } from './question.ts';
import type { Fields } from './submitted.ts';

/** Makes one flat body of what a tool says of a submission and of the answers to its questions. */

export interface Answer {
  /** The question, as the person saw it. */
  label: string;
  value: unknown;
  /** Another name of the question, which its author chose. */
  hint?: string | undefined;
  /** What the tool says that the answer is. */
  kind?: Asked | undefined;
}

/** Fields that forms have for tools and against robots, in small letters. */
const technicalNames = new Set([
  'g-recaptcha-response',
  'recaptcha',
  'h-captcha-response',
  'cf-turnstile-response',
  'frc-captcha-solution',
  'altcha',
  'csrf_token',
  'csrf-token',
  'csrfmiddlewaretoken',
  'authenticity_token',
]);
const isTechnical = (label: string) =>
  label.startsWith('_') || technicalNames.has(label.toLowerCase());

/** Each entry of an object as an answer, apart from those that are named. */
export const answersIn = (fields: object, dropped: ReadonlySet<string> = new Set()): Answer[] =>
  Object.entries(fields)
    .filter(([label]) => !dropped.has(label.toLowerCase()))
    .map(([label, value]) => ({ label, value }));

/** All values of each name, as they were sent. */
type Flat = Map<string, unknown[]>;

function addTo(flat: Flat, name: string, value: unknown): void {
  const known = flat.get(name);
  if (known) known.push(value);
  else flat.set(name, [value]);
}

/** Several values are one list, in which each is once. */
function joined(values: readonly unknown[]): unknown {
  if (values.length === 1) return values[0];

  const items = [...new Set(values.flat())];
  return items.length === 1 ? items[0] : items;
}

/** The first value of a name. */
const firstOf = (flat: Flat, name: string) => flat.get(name)?.[0];

const wholeNames = ['name', 'fullName'];
const allNames = [...wholeNames, 'firstName', 'lastName'];

/** Meanings that have an answer; what a question seems to ask for does not go before them. */
class Meanings {
  readonly #taken = new Set<string | undefined>();

  take(meaning: string | undefined): void {
    this.#taken.add(meaning);
  }

  isFree(asked: Asked): boolean {
    if (asked === 'phones') return true;
    const rivals =
      asked === 'name' ? allNames : [asked, ...(allNames.includes(asked) ? wholeNames : [])];
    return !rivals.some((rival) => this.#taken.has(rival));
  }
}

const saidMeaning = ({ label, hint = '', kind }: Answer) => kind ?? meantBy(label) ?? meantBy(hint);

function nameOf(answer: Answer, flat: Flat, meanings: Meanings): string {
  const { label, hint = '', kind, value } = answer;
  const own = label || hint;
  if (kind !== undefined) {
    const isAnother = kind !== 'phones' && flat.has(kind) && firstOf(flat, kind) !== value;
    return isAnother ? own : kind;
  }
  if (meantBy(label)) return label;
  if (meantBy(hint)) return hint;

  const asked = askedBy(label, value) ?? askedBy(hint, value);
  if (asked === undefined || !meanings.isFree(asked)) return own;
  meanings.take(asked);
  return asked;
}

/**
 * Labels that `readLead` knows stay as they are; its rules say which of several wins.
 *
 * @param known values under names of the published contract
 * @param answers in the order of the form
 */
export function flatBody(known: Fields, answers: readonly Answer[]): object {
  const flat: Flat = new Map();
  const meanings = new Meanings();
  for (const [name, value] of Object.entries(known)) {
    if (isAbsent(value)) continue;
    addTo(flat, name, value);
    meanings.take(name);
  }
  const given = answers.filter(({ label, value }) => !isAbsent(value) && !isTechnical(label));
  for (const answer of given) meanings.take(saidMeaning(answer));
  for (const answer of given) {
    const said = saidMeaning(answer);
    // The same under another name says nothing more.
    if (said !== undefined && firstOf(flat, said) === answer.value) continue;
    const name = nameOf(answer, flat, meanings);
    if (name !== '') addTo(flat, name, answer.value);
  }
  // `fromEntries` makes properties of its own, `__proto__` too.
  return Object.fromEntries([...flat].map(([name, values]) => [name, joined(values)]));
}
