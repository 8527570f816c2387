import { isDeepStrictEqual } from 'node:util';
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

type Flat = Map<string, unknown>;

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Adds a value to those that a name has already. */
function addTo(flat: Flat, name: string, value: unknown): void {
  const known = flat.get(name);
  const isKnown = flat.has(name);
  if (isKnown && isDeepStrictEqual(known, value)) return;
  flat.set(name, isKnown ? [...asList(known), ...asList(value)] : value);
}

/** Of several answers to what a lead has once, the first counts; `readLead` names the others. */
function addAnswer(flat: Flat, { label, value, hint = '', kind }: Answer): void {
  const meant = kind ?? meantBy(label) ?? meantBy(hint);
  const name = meant ?? askedBy(label, value) ?? askedBy(hint, value);
  if (name === undefined) addTo(flat, label || hint, value);
  else if (name === 'phones' || !flat.has(name)) addTo(flat, name, value);
  else if (!isDeepStrictEqual(flat.get(name), value)) {
    addTo(flat, label === name ? `${label} 2` : label || hint, value);
  }
}

/**
 * @param known values under names of the published contract
 * @param answers in the order of the form
 */
export function flatBody(known: Fields, answers: readonly Answer[]): object {
  const flat: Flat = new Map(Object.entries(known).filter(([, value]) => !isAbsent(value)));
  for (const answer of answers) {
    if (!isAbsent(answer.value) && !isTechnical(answer.label)) addAnswer(flat, answer);
  }
  // `fromEntries` makes properties of its own, `__proto__` too.
  return Object.fromEntries(flat);
}
