import { writePath } from '#db/values/field-mapping.ts';
import { nameParts, saidFields } from '#db/values/lead-fields.ts';
import { maxNotes } from '../limits.ts';
import type { Finding, FindingKind } from '../services/leads/read-values.ts';
import { boundNames } from './lead-headers.ts';
import type { Meaning } from './lead-names.ts';
import type { FieldIssue } from './response.ts';

/** A value under the name that it was sent under. */
export interface Sent {
  name: string;
  value: unknown;
  /** In the body, where that is not under the name. */
  place?: readonly (string | number)[];
  /** Of several values of a field, that with the lowest wins. */
  rank?: number;
}

/** What counts for the natural key of a request. */
const natural = new Set<Meaning>([
  'name',
  'fullName',
  'firstName',
  'lastName',
  'phones',
  'externalLeadId',
  ...saidFields,
]);
/** A strict sender is refused for these. */
const problems = new Set<FindingKind>(['kept', 'cut', 'joined']);

/** As RFC 6901 writes it. */
const pointerTo = ({ name, place = [name] }: Sent, inner: Finding['path']) =>
  [...place, ...inner]
    .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

/** What is noted while a lead is read: for the answer, the natural key and the panel. */
export class LeadNotes {
  /** Names as they were sent, of values that are not used. */
  readonly ignored = new Set<string>();
  /** Of those that cannot be read. */
  readonly unread = new Set<string>();
  /** Of those of which the beginning is stored. */
  readonly truncated = new Set<string>();
  /** What would refuse a strict sender, and placeholders. */
  readonly issues: FieldIssue[] = [];
  /** What refuses no sender. */
  readonly others: FieldIssue[] = [];
  hasProblem = false;
  /** All that was said and is not stored exactly: by field, then by the name that was sent. */
  readonly #unstored: Record<string, Record<string, unknown>> = {};
  readonly #unreadValues: Record<string, string> = {};

  add(meaning: Meaning, sent: Sent, findings: readonly Finding[]): void {
    for (const { kind, path, message, code } of findings) {
      const [inner] = path;
      const field = typeof inner === 'string' ? `${sent.name}.${inner}` : sent.name;
      if (kind === 'kept' || kind === 'unfilled') this.unread.add(field);
      if (kind === 'cut') this.truncated.add(field);
      if (problems.has(kind)) this.hasProblem = true;
      // Of phones, only what is not in their digits: readAllPhones.
      if (kind !== 'unfilled' && meaning !== 'phones') this.addUnstored(meaning, sent);

      const list = kind === 'changed' ? this.others : this.issues;
      const place = { path: writePath([sent.name, ...path]), pointer: pointerTo(sent, path) };
      if (list.length < maxNotes) list.push({ ...place, message, code });
    }
  }

  /** Another value of the field is used. */
  addConflict(meaning: Meaning, sent: Sent): void {
    const { name } = sent;
    this.ignored.add(name);
    this.addUnstored(meaning, sent);
    if (this.others.length === maxNotes) return;
    this.others.push({
      path: name,
      pointer: pointerTo(sent, []),
      message: 'has another value than the field under its other name, which is used',
      code: 'conflict',
    });
  }

  /** Parts of a name are kept as the name, which a member corrects. */
  keepUnread(meaning: Meaning, text: string): void {
    const field = nameParts.some((part) => part === meaning) ? 'name' : meaning;
    const earlier = this.#unreadValues[field];
    this.#unreadValues[field] = earlier === undefined ? text : `${earlier}, ${text}`;
  }

  /** A part of a value that is not used. */
  addIgnoredPart(meaning: Meaning, sent: Sent, part: string): void {
    this.ignored.add(`${sent.name}.${part}`);
    this.addUnstored(meaning, sent);
  }

  addUnstored(meaning: Meaning, { name, value }: Sent): void {
    if (!natural.has(meaning)) return;

    const values = this.#unstored[meaning] ?? {};
    values[name] = value;
    this.#unstored[meaning] = values;
  }

  /** What of the notes goes with the lead. */
  columns(ignored: readonly string[]) {
    const has = (fields: object) => Object.keys(fields).length > 0;
    return {
      ...(has(this.#unreadValues) && { unreadValues: this.#unreadValues }),
      ...(has(this.#unstored) && { unstored: this.#unstored }),
      ...(ignored.length > 0 && { ignoredFields: boundNames(ignored) }),
    };
  }
}
