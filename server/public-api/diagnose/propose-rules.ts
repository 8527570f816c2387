import {
  type BodyPath,
  type FieldRule,
  isWithin,
  type MappedField,
  mappedFields,
  writePath,
} from '#db/values/field-mapping.ts';
import { customFieldNameMax } from '#db/values/limits.ts';
import { isEmail } from '../../services/leads/read-values.ts';
import { askedBy, meantBy } from '../inbound/presets/question.ts';
import type { Meaning } from '../lead-names.ts';

/**
 * Proposes rules for bodies in which no person is found: from the names of values, the questions that
 * labels ask, and values that look like a phone, an email address or a name.
 */

export interface ProposedFrom {
  path: BodyPath;
  /** As text. */
  lastValue: string;
  /** What the first name of the path makes of it without a rule. */
  known: Meaning | null;
}

/** Names of the value of a question, whose label is the part before. */
const valueNames = new Set(['value', 'values', 'string_value', 'answer', 'text']);

const isValueOfLabel = (path: BodyPath) =>
  path.length > 1 && valueNames.has(String(path.at(-1)).toLowerCase());

/** The place of the label in a path. */
const labelPlace = (path: BodyPath) => path.length - (isValueOfLabel(path) ? 2 : 1);

const words = (path: BodyPath) => path.slice(0, labelPlace(path) + 1).join(' ');

const isMapped = (meaning: string): meaning is MappedField =>
  mappedFields.some((field) => field === meaning);

/** A name inside of an object that is known by itself: `contact.phone`, `utm.utm_source`. */
function namedField({ path, lastValue }: ProposedFrom): MappedField | undefined {
  const meaning = meantBy(String(path[labelPlace(path)]));
  const field = meaning === 'fullName' ? 'name' : meaning;
  if (field === undefined || !isMapped(field)) return undefined;
  // `company.name` and `form.name` are of no person.
  return field === 'name' && askedBy(words(path), lastValue) === undefined ? undefined : field;
}

const phone = /^\+?[\d\s().-]{8,22}$/;
const date = /^\d{4}-\d{2}-\d{2}|^\d{1,2}[./-]\d{1,2}[./-]\d{4}/;
/** Numbers of eight digits and more that are no phones. */
const otherNumbers =
  /date|time|data|hora|\bid\b|_id\b|cpf|cnpj|cep|zip|postal|code|codigo|price|ip\b/i;
/** Two to six words that begin with a capital, and small ones between them. */
const fullName =
  /^\p{Lu}[\p{L}'’.-]+(?: (?:d[aeo]s?|del|der|e|la|van|von|y|\p{Lu}[\p{L}'’.-]*)){1,5}$/u;
const places =
  /city|cidade|ciudad|country|pais|state|estado|address|endereco|street|rua|subject|title/i;

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** What a value looks like, whatever it is called. */
function looksLike({ path, lastValue }: ProposedFrom): MappedField | undefined {
  const text = lastValue.trim();
  const label = words(path);
  if (isEmail(text)) return 'email';
  const isPhone =
    phone.test(text) && !date.test(text) && digitsIn(text) >= 8 && digitsIn(text) <= 15;
  if (isPhone && !otherNumbers.test(label)) return 'phones';
  return fullName.test(text) && !places.test(label) ? 'name' : undefined;
}

const clues: readonly ((found: ProposedFrom) => MappedField | undefined)[] = [
  namedField,
  ({ path, lastValue }) => askedBy(words(path), lastValue),
  looksLike,
];

const nameParts: readonly MappedField[] = ['firstName', 'lastName'];

/** Fields that have a value, so that no other value is proposed for them. */
class Filled {
  readonly #fields = new Set<string>();

  add(field: string): void {
    this.#fields.add(field === 'fullName' ? 'name' : field);
  }

  has(field: MappedField): boolean {
    const rivals = field === 'name' ? nameParts : nameParts.includes(field) ? ['name'] : [];
    return [field, ...rivals].some((rival) => this.#fields.has(rival));
  }
}

/** Paths that differ in their label only have the same form: they are answers of one form. */
const formOf = (path: BodyPath) =>
  JSON.stringify(path.map((part, index) => (index === labelPlace(path) ? null : part)));

function customRules(
  open: readonly ProposedFrom[],
  chosen: ReadonlyMap<ProposedFrom, MappedField>,
): FieldRule[] {
  const forms = new Set([...chosen.keys()].map(({ path }) => formOf(path)));
  const answers = open.filter(
    (found) => found.path.length > 1 && !chosen.has(found) && forms.has(formOf(found.path)),
  );
  const rules = new Map<string, FieldRule>();
  for (const { path } of answers) {
    const name = String(path[labelPlace(path)]).slice(0, customFieldNameMax);
    if (!name.startsWith('_') && !rules.has(name)) {
      rules.set(name, { path, field: 'customFields', name });
    }
  }
  return [...rules.values()];
}

const outside = (path: BodyPath) => JSON.stringify(path.slice(0, -1));

/** Without empty values, and without what stands beside the value of a question: its label, its type. */
function answersIn(paths: readonly ProposedFrom[]): ProposedFrom[] {
  const questions = new Set(
    paths.filter(({ path }) => isValueOfLabel(path)).map(({ path }) => outside(path)),
  );
  return paths.filter(
    ({ path, lastValue }) =>
      lastValue.trim() !== '' && (isValueOfLabel(path) || !questions.has(outside(path))),
  );
}

/**
 * @param paths of bodies of which no lead can be made, in the order of the newest
 * @param rules of the key
 * @returns none where nothing looks like a person
 */
export function proposeRules(
  paths: readonly ProposedFrom[],
  rules: readonly FieldRule[],
): FieldRule[] {
  const filled = new Filled();
  const open: ProposedFrom[] = [];
  for (const found of answersIn(paths)) {
    const rule = rules.find((each) => isWithin(found.path, each.path));
    if (rule) filled.add(rule.field);
    else if (found.known) filled.add(found.known);
    else open.push(found);
  }

  const chosen = new Map<ProposedFrom, MappedField>();
  for (const clue of clues) {
    for (const found of open) {
      const field = chosen.has(found) ? undefined : clue(found);
      if (field === undefined || field === 'customFields' || filled.has(field)) continue;
      filled.add(field);
      chosen.set(found, field);
    }
  }
  const isPerson = [...chosen.values()].some(
    (field) => ['name', 'phones', 'email'].includes(field) || nameParts.includes(field),
  );
  if (!isPerson) return [];

  const proposed = [
    ...[...chosen].map(([{ path }, field]): FieldRule => ({ path, field })),
    ...customRules(open, chosen),
  ];
  const place = new Map(open.map(({ path }, index) => [writePath(path), index]));
  return proposed.sort(
    (one, other) => (place.get(writePath(one.path)) ?? 0) - (place.get(writePath(other.path)) ?? 0),
  );
}
