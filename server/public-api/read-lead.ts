import { isDeepStrictEqual } from 'node:util';
import { type BodyPath, type FieldRule, isWithin, writePath } from '#db/values/field-mapping.ts';
import { nameParts, textFields } from '#db/values/lead-fields.ts';
import type { NameSource, PhoneMarks } from '#db/values/leads.ts';
import { maxCustomFields, maxPhones } from '#db/values/limits.ts';
import type { Submission } from '../intake/lead.ts';
import { maxNotes } from '../limits.ts';
import {
  findLostItems,
  phoneFindings,
  tooManyPhones,
  withoutPlaceholders,
} from '../services/leads/phone-findings.ts';
import { readPhones } from '../services/leads/read-phones.ts';
import {
  type CustomValue,
  isAbsent,
  type ReadValue,
  readCustomFields,
  readCustomValue,
  readName,
  readTextField,
  unfilled,
} from '../services/leads/read-values.ts';
import { findAt, valuesIn } from './body-paths.ts';
import { missingNameHint } from './diagnose/missing-name.ts';
import { keepAnswers } from './keep-answers.ts';
import { type Meaning, meaningOf } from './lead-names.ts';
import { LeadNotes, type Sent } from './lead-notes.ts';
import type { FieldIssue } from './response.ts';

/** Reads a lead from whatever was sent, and refuses only what names no person. */

interface ReadingContext {
  /** Of the key. */
  mapping: readonly FieldRule[];
  /** Of the company. */
  country: string | undefined;
  /** Refuses what cannot be read exactly. */
  isStrict: boolean;
  /** Values that neither names nor rules read become custom fields, under their own names. */
  keepsAnswers?: boolean;
}

type LeadFields = Omit<Submission, 'stepId' | 'origin' | 'requestId'>;

/** One lead as it was sent. */
export interface ReadLead {
  /** `undefined` for a refused lead. */
  fields: LeadFields | undefined;
  /** Of a refused lead: everything that is wrong with it. */
  issues: FieldIssue[];
  /** What else was not read as it was sent. */
  warnings: FieldIssue[];
  /** The sender calls it a test. */
  isTest: boolean;
  /** Names of fields, as they were sent. */
  ignored: string[];
  unread: string[];
  truncated: string[];
}

/** The values of a body by what their names or the mapping make of them, those that win first. */
interface SortedBody {
  known: Map<Meaning, Sent[]>;
  /** Values that are mapped to custom fields, by the names of these. */
  custom: [name: string, sent: Sent][];
  /** By the name that was sent, or by the path in an object that the mapping reads from. */
  unknown: Map<string, unknown>;
}

const byRank = ({ rank: one = 0 }: Sent, { rank: other = 0 }: Sent) => one - other;

/** What the mapping of a key finds comes before what names say. */
const mappedRank = -1;

interface MappedValue extends FieldRule {
  place: BodyPath;
  sent: Sent;
}

/** The values that the mapping reads, in its order, empty ones too. */
function findMapped(body: object, mapping: readonly FieldRule[]): MappedValue[] {
  const known: Parameters<typeof findAt>[2] = new Map();
  return mapping.flatMap((rule) => {
    const found = findAt(body, rule.path, known);
    if (!found) return [];

    const { value, place } = found;
    return [
      { ...rule, place, sent: { name: writePath(rule.path), value, place, rank: mappedRank } },
    ];
  });
}

/** What is in a field beside what the mapping reads of it. */
function restOf(name: string, value: unknown, mapped: readonly MappedValue[]): Sent[] {
  const isRead = (inner: BodyPath) => mapped.some(({ place }) => isWithin([name, ...inner], place));
  return valuesIn(value, maxNotes)
    .filter(({ place, value: inner }) => {
      const isReadByItem =
        Array.isArray(inner) && inner.every((_, index) => isRead([...place, index]));
      return !isReadByItem && !isRead(place);
    })
    .map((inner) => ({ name: writePath([name, ...inner.path]), value: inner.value }));
}

function sortBody(body: object, mapping: readonly FieldRule[]): SortedBody {
  const mapped = findMapped(body, mapping);
  const byName = Map.groupBy(mapped, ({ place }) => place[0]);
  const known = new Map<Meaning, Sent[]>();
  const custom: SortedBody['custom'] = [];
  const unknown: SortedBody['unknown'] = new Map();
  const add = (meaning: Meaning, sent: Sent) => {
    const others = known.get(meaning);
    if (others) others.push(sent);
    else known.set(meaning, [sent]);
  };
  for (const { field, name, sent } of mapped) {
    if (isAbsent(sent.value)) continue;
    if (field === 'customFields') custom.push([name ?? sent.name, sent]);
    else add(field, sent);
  }
  for (const [name, value] of Object.entries(body)) {
    const ofName = byName.get(name) ?? [];
    if (ofName.some(({ place }) => place.length === 1)) continue;

    const found = meaningOf(name);
    if (found) add(found.meaning, { name, value, rank: found.rank });
    else if (ofName.length === 0) unknown.set(name, value);
    else for (const rest of restOf(name, value, ofName)) unknown.set(rest.name, rest.value);
  }
  for (const values of known.values()) {
    if (values.length > 1) values.sort(byRank);
  }
  return { known, custom, unknown };
}

/** The first value that can be read. The notes name others that differ from it. */
function readFirst<Value>(
  { known }: SortedBody,
  meaning: Meaning,
  read: (value: unknown) => ReadValue<Value>,
  notes: LeadNotes,
): Value | undefined {
  let first: Value | undefined;
  for (const sent of known.get(meaning) ?? []) {
    const { value, unread, findings } = read(sent.value);
    if (unread !== undefined) notes.keepUnread(meaning, unread);
    if (first === undefined || value === undefined || isDeepStrictEqual(first, value)) {
      notes.add(meaning, sent, findings);
      first ??= value;
    } else {
      notes.addConflict(meaning, sent);
    }
  }
  return first;
}

function readTexts(body: SortedBody, notes: LeadNotes) {
  const texts: Partial<Record<(typeof textFields)[number], string>> = {};
  for (const field of textFields) {
    if (!body.known.has(field)) continue;

    const text = readFirst(body, field, (value) => readTextField(field, value), notes);
    if (text !== undefined) texts[field] = text;
  }
  return texts;
}

/** The phones of all names, which may be different ones. */
function readAllPhones({ known }: SortedBody, country: string | undefined, notes: LeadNotes) {
  const phones = new Set<string>();
  const unreadPhones = new Set<string>();
  const marks: PhoneMarks = {};
  const values = known.get('phones') ?? [];
  for (const sent of values) {
    const value = withoutPlaceholders(sent.value);
    if (value !== sent.value) notes.add('phones', sent, [unfilled]);

    const read = readPhones(value, country);
    for (const phone of read.phones) phones.add(phone);
    for (const text of read.unread) unreadPhones.add(text);
    Object.assign(marks, read.marks);
    notes.add('phones', sent, phoneFindings(value, read));
  }
  const stored = [...phones].slice(0, maxPhones);
  for (const { name, value } of values) {
    const lost = findLostItems(value, stored);
    if (lost.length > 0) notes.addUnstored('phones', { name, value: lost });
  }
  const [first] = values;
  if (first && phones.size > stored.length) notes.add('phones', first, [tooManyPhones]);
  const kept = [...unreadPhones, ...[...phones].slice(maxPhones)].slice(0, maxPhones);
  return {
    ...(stored.length > 0 && { phones: stored }),
    ...(kept.length > 0 && { unreadPhones: kept }),
    ...(Object.keys(marks).length > 0 && { phoneMarks: marks }),
  };
}

/** Names the values of parts of the name that are not in it. */
function noteOtherParts(
  { known }: SortedBody,
  parts: readonly (typeof nameParts)[number][],
  notes: LeadNotes,
): void {
  for (const part of parts) {
    for (const sent of known.get(part) ?? []) {
      if (!isAbsent(sent.value)) notes.addConflict(part, sent);
    }
  }
}

/** The name that was sent, in one part or in two. */
function readSentName(body: SortedBody, notes: LeadNotes): string | undefined {
  const name = readFirst(body, 'name', readName, notes);
  if (!nameParts.some((part) => body.known.has(part))) return name;

  const [full, ...parts] = nameParts.map((part) => readFirst(body, part, readName, notes));
  const { value: joined, findings } = readName(parts.filter(Boolean).join(' '));
  const used = name ?? full ?? joined;
  const [first] = body.known.get('firstName') ?? body.known.get('lastName') ?? [];
  if (first && used === joined) notes.add('firstName', first, findings);
  if (full !== undefined && full !== used) noteOtherParts(body, ['fullName'], notes);
  if (joined !== undefined && joined !== used) {
    noteOtherParts(body, ['firstName', 'lastName'], notes);
  }
  return used;
}

/** The name, or what stands for it. */
function readAnyName(
  body: SortedBody,
  { email, phones = [] }: { email?: string; phones?: string[] },
  notes: LeadNotes,
): { name: string; nameFrom?: NameSource } | undefined {
  const sent = readSentName(body, notes);
  if (sent !== undefined) return { name: sent };

  const { value: address } = readName(email);
  if (address !== undefined) return { name: address, nameFrom: 'email' };
  const [phone] = phones;
  return phone === undefined ? undefined : { name: phone, nameFrom: 'phones' };
}

/**
 * Custom fields, and what the mapping makes custom fields. Of that, a value is ignored when custom fields
 * have its name already, or are as many as they may be.
 */
function readAllCustomFields(body: SortedBody, notes: LeadNotes): Map<string, CustomValue> {
  const own = readFirst(body, 'customFields', readCustomFields, notes);
  for (const sent of body.known.get('customFields') ?? []) {
    const hasPrototype = sent.value instanceof Object && Object.hasOwn(sent.value, '__proto__');
    if (hasPrototype) notes.addIgnoredPart('customFields', sent, '__proto__');
  }
  const values = new Map(Object.entries(own ?? {}));
  for (const [name, sent] of body.custom) {
    const { value, findings } = readCustomValue(sent.value);
    if (values.has(name) || (value !== undefined && values.size >= maxCustomFields)) {
      body.unknown.set(sent.name, sent.value);
      continue;
    }
    notes.add('customFields', sent, findings);
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

const isTrue = ({ value }: Sent) =>
  value === true || (typeof value === 'string' && value.trim().toLowerCase() === 'true');

/**
 * Reads one lead. `assertDepth` of read-json.ts has refused what is nested deeply.
 *
 * @param body any object
 */
export function readLead(
  body: object,
  { mapping, country, isStrict, keepsAnswers = false }: ReadingContext,
): ReadLead {
  const notes = new LeadNotes();
  const sorted = sortBody(body, mapping);
  const phones = readAllPhones(sorted, country, notes);
  const texts = readTexts(sorted, notes);
  const named = readAnyName(sorted, { ...texts, ...phones }, notes);
  const custom = readAllCustomFields(sorted, notes);
  if (keepsAnswers) keepAnswers(body, sorted.unknown, custom, notes);

  const missing = named ? [] : [missingName(body)];
  const isRefused = !named || (isStrict && notes.hasProblem);
  const ignored = [...sorted.unknown.keys(), ...notes.ignored];
  return {
    fields: isRefused
      ? undefined
      : {
          ...named,
          ...texts,
          ...phones,
          ...(custom.size > 0 && { customFields: Object.fromEntries(custom) }),
          ...notes.columns(ignored),
        },
    issues: isRefused ? [...missing, ...notes.issues] : [],
    warnings: isRefused ? notes.others : [...notes.issues, ...notes.others],
    isTest: sorted.known.get('isTest')?.some(isTrue) ?? false,
    ignored,
    unread: [...notes.unread],
    truncated: [...notes.truncated],
  };
}

const missingName = (body: object): FieldIssue => ({
  path: 'name',
  pointer: '/name',
  message: `is required${missingNameHint(body)}`,
  code: 'required',
});
