import { allFields, type FieldName } from './lead-fields.ts';

/** What the leads of a key are read from, beside the names that the API knows. Sent to the browser. */

/**
 * Where a value is in a body, from the outside: names of fields; in a list the place of an item, from
 * 0, or the name of an item that is a field of a form (`nameOfItem` of server/public-api/body-paths.ts).
 */
export type BodyPath = readonly (string | number)[];

/** What a rule may fill: a field, a part of the name, or one custom field. */
export const mappedFields = [...allFields, 'firstName', 'lastName'] as const satisfies (
  | FieldName
  | 'firstName'
  | 'lastName'
)[];
export type MappedField = (typeof mappedFields)[number];

/** Reads one value of a body as a field. */
export interface FieldRule {
  path: BodyPath;
  field: MappedField;
  /** Of the custom field, for `customFields`. */
  name?: string | undefined;
}

const neverRead = /^(?:…|(?:app|company)[\s\p{Pd}_]*id)$|(?:^|\.)__proto__(?:\.|$)/iu;

/**
 * Whether no rule may read a path: host and key say application and company, and `…` stands for names
 * that are not counted.
 *
 * @param path as `writePath` writes it
 */
export const isNeverRead = (path: string) => neverRead.test(path);

/** A path as it is shown and sent: `data.fields.Phone.value`, `attendees[0].email`. */
export const writePath = (path: BodyPath) =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');

/** Whether the path leads into what is at the other one, or is that. */
export const isWithin = (path: BodyPath, other: BodyPath) =>
  other.every((part, index) => path[index] === part);
