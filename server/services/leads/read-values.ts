import {
  type AttributionField,
  fieldOf,
  type TextField,
  trackingLimit,
} from '#db/values/lead-fields.ts';
import { customFieldNameMax, maxCustomFields } from '#db/values/limits.ts';

/**
 * Reads the value of one field of a lead, sent to the API or typed by a member: whatever it is. What is
 * not read as it was sent is a finding.
 */

export const customFieldLimits = { name: customFieldNameMax, text: 5_000 };
/** Characters that are stored of a text that cannot be read. */
const unreadLimit = 5_000;
/** An address cannot be longer. */
const emailLimit = 320;

/**
 * What became of a value, or of a part of it:
 *
 * - `kept`: it cannot be read, and is kept as it was sent.
 * - `cut`: only its beginning is stored.
 * - `joined`: it is a list, and is stored as one text.
 * - `unfilled`: it is a placeholder that a tool did not fill in, and counts as absent.
 * - `changed`: signs were replaced or taken off.
 */
export type FindingKind = 'kept' | 'cut' | 'joined' | 'unfilled' | 'changed';

export interface Finding {
  kind: FindingKind;
  /** For programs; published. */
  code: string;
  /** What the value must be. */
  message: string;
  /** To the part of the value; empty for all of it. */
  path: readonly (string | number)[];
}

/** A value as it was read. Absent: neither `value` nor `unread`. */
export interface ReadValue<Value> {
  value?: Value | undefined;
  /** The text that was sent, as far as it could not be read. */
  unread?: string | undefined;
  findings: readonly Finding[];
}

const noFindings: readonly Finding[] = [];
const finding = (
  kind: FindingKind,
  code: string,
  message: string,
  path: Finding['path'] = [],
): Finding => ({ kind, code, message, path });

const notText = finding('kept', 'invalid_type', 'must be a text');
const notEmail = finding('kept', 'invalid_email', 'must be an email address');
const severalEmails = finding('kept', 'too_many', 'must be one email address');
const notFields = finding('kept', 'invalid_type', 'must be an object');
const tooLong = (max: number) => finding('cut', 'too_long', `must hold at most ${max} characters`);
const tooManyFields = finding('cut', 'too_many', `must hold at most ${maxCustomFields} fields`);
const longName = finding(
  'cut',
  'too_long',
  `has a name of more than ${customFieldLimits.name} characters`,
);
const joined = finding('joined', 'invalid_type', 'must be one text, not a list');
export const unfilled = finding(
  'unfilled',
  'placeholder',
  'is a placeholder that was not filled in',
);
const badCharacters = finding(
  'changed',
  'invalid_characters',
  'must not contain NUL or half of a surrogate pair',
);
const asJson = finding('changed', 'invalid_type', 'is stored as JSON text');
const moreThanEmail = finding('changed', 'invalid_format', 'must hold the address alone');

/** What cannot be stored becomes the sign for an unknown character. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');

/** The first characters of a text, as JSON Schema counts `maxLength`: by code points. */
function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;

  // No character has more than two units: more text need not be split.
  const characters = [...text.slice(0, 2 * max + 2)];
  return characters.length <= max ? text : characters.slice(0, max).join('');
}

const unreadText = (value: unknown) =>
  firstCharacters(storable(typeof value === 'string' ? value : JSON.stringify(value)), unreadLimit);

export const isAbsent = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const unfilledWords = new Set(['undefined', 'null', 'NaN', '(not set)', '[object Object]']);
const placeholder =
  /\{\{(?:(?!\{\{|\}\})[\s\S])*\}{2,3}|\$\{[^{}]*\}|\[\[[^[\]]*\]\]|<test lead:[^<>]*>/g;

/** Whether a text is nothing but what a tool should have replaced: `{{name}}`, `undefined`. */
export function isPlaceholder(text: string): boolean {
  const trimmed = text.trim();
  if (unfilledWords.has(trimmed)) return true;

  return /^(?:[{[$]|<test)/.test(trimmed) && trimmed.replace(placeholder, '').trim() === '';
}

/** A number as it was sent: read-json.ts makes those texts that a double would change. */
const numberText = (value: number) => (Object.is(value, -0) ? '-0' : String(value));

/** @returns `undefined` for lists and objects */
function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'boolean' ? String(value) : undefined;
}

function readScalar(sent: string, limit: number, earlier: readonly Finding[]): ReadValue<string> {
  if (isPlaceholder(sent)) return { findings: [...earlier, unfilled] };

  const stored = storable(sent);
  const text = stored.trim();
  const value = firstCharacters(text, limit).trimEnd();
  const [isChanged, isCut] = [stored !== sent, value.length < text.length];
  if (!isChanged && !isCut) return { value, findings: earlier };

  const changed = isChanged ? [badCharacters] : noFindings;
  const cut = isCut ? [tooLong(limit)] : noFindings;
  return { value, findings: [...earlier, ...changed, ...cut] };
}

/** A text, number or boolean as text; a list of them joined by commas. */
function readText(value: unknown, limit: number): ReadValue<string> {
  if (isAbsent(value)) return { findings: noFindings };

  const text = scalarText(value);
  if (text !== undefined) return readScalar(text, limit, noFindings);
  if (!Array.isArray(value)) return { unread: unreadText(value), findings: [notText] };

  const texts = value.filter((item) => !isAbsent(item)).map(scalarText);
  if (texts.includes(undefined)) return { unread: unreadText(value), findings: [notText] };

  const filled = texts.filter((item) => item !== undefined && !isPlaceholder(item));
  const found = filled.length < texts.length ? [unfilled] : noFindings;
  if (filled.length === 0) return { findings: found };
  return readScalar(filled.join(', '), limit, filled.length > 1 ? [...found, joined] : found);
}

/** Whether members and lists could call a person so: not if it is blanks, dots and invisible signs alone. */
const emptySigns = /[\s.…·•‧。．｡\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\u2800\ufffd]+/gu;
const isName = (text: string) => text.replace(emptySigns, '') !== '';

export function readName(value: unknown): ReadValue<string> {
  const read = readText(value, fieldOf('name').limit ?? trackingLimit);
  return read.value === undefined || isName(read.value) ? read : { findings: noFindings };
}

const domainLabel = /^[\p{L}\p{M}\p{N}_-]+$/u;

export function isEmail(text: string): boolean {
  if (firstCharacters(text, emailLimit) !== text) return false;

  const [local, domain, ...more] = text.split('@');
  if (!local || /[\s,;<>()[\]"|]/.test(local) || !domain || more.length > 0) return false;

  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => domainLabel.test(label));
}

/** The addresses in a text, between whatever separates them. */
function emailsIn(text: string): string[] {
  return text
    .split(/[\s,;|<>()[\]"]/)
    .flatMap((word) => (word.split('@').length > 2 ? word.split('/') : [word]))
    .map((word) =>
      word
        .replace(/^mailto:/i, '')
        .replace(/^'/, '')
        .replace(/['.:]$/, ''),
    )
    .filter(isEmail);
}

function readEmail(value: unknown): ReadValue<string> {
  const { value: text, unread, findings } = readText(value, Number.POSITIVE_INFINITY);
  if (text === undefined) return { unread, findings };
  if (isEmail(text)) return { value: text, findings };

  const others = findings.filter(({ kind }) => kind !== 'joined');
  const [first, second] = emailsIn(text);
  if (first === undefined) return { unread: unreadText(text), findings: [...others, notEmail] };
  return second === undefined || second === first
    ? { value: first, findings: [...others, moreThanEmail] }
    : { value: first, unread: unreadText(text), findings: [...others, severalEmails] };
}

/** One of `textFields`. */
export const readTextField = (field: TextField | AttributionField, value: unknown) =>
  field === 'email' ? readEmail(value) : readText(value, fieldOf(field).limit ?? trackingLimit);

export type CustomValue = string | number | boolean;

/** Numbers and booleans stay what they are; what is nested becomes JSON. */
export function readCustomValue(value: unknown): ReadValue<CustomValue> {
  if (typeof value === 'number' || typeof value === 'boolean')
    return { value, findings: noFindings };

  const read = readText(value, customFieldLimits.text);
  if (read.unread === undefined) return read;
  return readScalar(JSON.stringify(value), customFieldLimits.text, [asJson]);
}

const atName = (name: string, findings: readonly Finding[]) =>
  findings.map((found) => ({ ...found, path: [name, ...found.path] }));

/** The name of a custom field as it is stored. */
export function readCustomName(sent: string): { name: string; findings: readonly Finding[] } {
  const stored = storable(sent);
  const name = firstCharacters(stored, customFieldLimits.name);
  const changed = stored === sent ? noFindings : [badCharacters];
  return { name, findings: name.length < sent.length ? [...changed, longName] : changed };
}

/** An object of values by name, without those that are absent. */
export function readCustomFields(value: unknown): ReadValue<Record<string, CustomValue>> {
  if (typeof value === 'string' && isPlaceholder(value)) return { findings: [unfilled] };
  if (isAbsent(value)) return { findings: noFindings };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { unread: unreadText(value), findings: [notFields] };
  }

  const fields = new Map<string, CustomValue>();
  const findings: Finding[] = [];
  for (const [sent, item] of Object.entries(value)) {
    // A name that objects of JavaScript have anyway: the panel could not show it.
    if (sent === '__proto__') continue;

    const read = readCustomValue(item);
    findings.push(...atName(sent, read.findings));
    if (read.value === undefined) continue;

    const { name, findings: ofName } = readCustomName(sent);
    findings.push(...atName(sent, ofName));
    if (fields.size === maxCustomFields) {
      findings.push(tooManyFields);
      break;
    }
    if (!fields.has(name)) fields.set(name, read.value);
  }
  return { value: fields.size > 0 ? Object.fromEntries(fields) : undefined, findings };
}
