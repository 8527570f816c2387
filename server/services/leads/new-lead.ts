import type { LeadRow } from './insert-leads.ts';

type Value = LeadRow[keyof LeadRow];

/**
 * A value inside of a row inside of an array, hence in quotes that are escaped once, and what is
 * special escaped twice: https://www.postgresql.org/docs/current/rowtypes.html#ROWTYPES-IO-SYNTAX
 */
const quoted = (text: string) =>
  text.includes('"') || text.includes('\\')
    ? `\\"${text.replace(specials, '\\\\\\$&')}\\"`
    : `\\"${text}\\"`;
const specials = /["\\]/g;

/** Ids and words of our own: nothing in them is special to PostgreSQL. */
const bare = (value: Value) => value as string;
const text = (value: Value) => quoted(value as string);
const json = (value: Value) => quoted(JSON.stringify(value));
const texts = (values: Value) =>
  quoted(`{${(values as string[]).map((each) => `"${each.replace(specials, '\\$&')}"`).join()}}`);

/** The type `new_lead` of the schema, attribute by attribute. What every table needs comes first. */
const attributes: readonly [keyof LeadRow, (value: Value) => string][] = [
  ['companyId', bare],
  ['id', bare],
  ['stepId', bare],
  ['contactId', bare],
  ['apiKeyId', bare],
  ['name', text],
  ['phones', texts],
  ['email', text],
  ['segment', text],
  ['status', bare],
  ['priority', bare],
  ['temperature', bare],
  ['source', text],
  ['medium', text],
  ['channel', text],
  ['campaignName', text],
  ['adName', text],
  ['adsetName', text],
  ['formId', text],
  ['externalLeadId', text],
  ['pageId', text],
  ['pageName', text],
  ['utmSource', text],
  ['utmMedium', text],
  ['utmCampaign', text],
  ['utmTerm', text],
  ['utmContent', text],
  ['gclid', text],
  ['fbclid', text],
  ['customFields', json],
  ['origin', bare],
  ['requestId', text],
];

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names of the attributes, in their order. */
export const newLeadColumns = attributes.map(([name]) => snake(name));

/**
 * A row as an element of the text of `new_lead[]`. Half as long as JSON, and read by PostgreSQL in
 * two thirds of the time: it makes a table of names and values of every JSON object.
 */
export function writeNewLead(row: LeadRow): string {
  let written = '';
  for (const [name, write] of attributes) {
    const value = row[name];
    written += written === '' ? '"(' : ',';
    if (value !== undefined) written += write(value);
  }
  return `${written})"`;
}

/** The text of an array of what `writeNewLead` gives, or of UUIDs. */
export const arrayOf = (elements: readonly string[]) => `{${elements.join()}}`;
