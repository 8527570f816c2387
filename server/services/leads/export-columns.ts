import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { leads } from '#db/schema/leads.ts';
import {
  attributionFields,
  detailFields,
  type FieldName,
  fieldOf,
} from '#db/values/lead-fields.ts';
import { priorityLabels, statusLabels, temperatureLabels } from '#db/values/lead-labels.ts';
import type { ExportColumn } from '#db/values/leads.ts';
import { spellings } from '#db/values/sentence.ts';
import { idsWithMerged } from './merged-leads.ts';

/** What a formula begins with, also as full-width characters: East Asian spreadsheets read both. */
const formulaSigns = '=+@\uFF1D\uFF0B\uFF0D\uFF20-';

/**
 * Before what a spreadsheet would run as a formula comes an apostrophe:
 * https://owasp.org/www-community/attacks/CSV_Injection
 *
 * A cell begins with the text. Where Excel separates cells by semicolons, as in Brazil and Germany,
 * quotes inside a line are plain text, and a cell also begins after a semicolon, a tab or a new line.
 */
const formulaInside = String.raw`([;\t\r\n]"*)([${formulaSigns}])`;
const withoutInside = (text: SQL) =>
  sql`regexp_replace(${text}, ${formulaInside}, ${String.raw`\1'\2`}, 'g')`;

/** To look for a separator costs much less than the expression. */
const inside = (text: SQL) => sql`case
  when strpos(${text}, ';') > 0 or strpos(${text}, E'\\n') > 0
    or strpos(${text}, E'\\t') > 0 or strpos(${text}, E'\\r') > 0
  then ${withoutInside(text)} else ${text} end`;

const safe = (text: SQL) => sql`case
  when left(${text}, 1) = any(string_to_array(${`${formulaSigns}\t\r\n`}, null))
  then '''' || ${inside(text)}
  else ${inside(text)} end`;

const time = (column: SQL, timeZone: string) =>
  sql`to_char(${column} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;

/**
 * Digits with their plus; a phone whose country is unknown has none. A spreadsheet takes one for a number
 * and calculates nothing, so no apostrophe is needed. Anything else would be text.
 */
const phones = sql`case
  when array_to_string(${leads.phones}, '') !~ '^[0-9]*$'
  then ${safe(sql`array_to_string(${leads.phones}, ', ')`)}
  when ${leads.phoneMarks} is not null then (
    select string_agg(
      case when ${leads.phoneMarks} ->> phone = 'countryUnknown' then phone else '+' || phone end,
      ', ' order by place)
    from unnest(${leads.phones}) with ordinality as sent (phone, place))
  when cardinality(${leads.phones}) > 0
  then '+' || array_to_string(${leads.phones}, ', +') end`;

const cases = (code: SQL, labels: readonly (readonly [string, string])[]) =>
  sql`case ${code} ${sql.join(
    labels.map(([value, label]) => sql`when ${value} then ${label}`),
    sql` `,
  )}`;

/**
 * A text as `toSentence` writes codes, if it has only what codes have: then it is no formula, and `safe`,
 * which costs several times more, is left out.
 */
const sentenceOf = (text: SQL) => sql`case
  when ${text} ~ '^[a-z0-9][a-z0-9_-]*$'
  then ${cases(text, Object.entries(spellings))}
    else upper(left(${text}, 1) collate "C") || replace(substr(${text}, 2), '_', ' ') end
  else ${safe(text)} end`;

type Column = [header: string, value: SQL];

/** JSON begins with a bracket, and has neither tabs nor new lines. */
const json = (column: AnyPgColumn) => withoutInside(sql`${column}::text`);

/** A code, and its label beside it. */
const status = (header: string, code: AnyPgColumn, labels: Record<string, string>): Column[] => [
  [header, sql`${code}`],
  [`${header} label`, sql`${cases(sql`${code}`, Object.entries(labels))} end`],
];
const origin = (header: string, text: AnyPgColumn): Column[] => [
  [header, safe(sql`${text}`)],
  [`${header} label`, sentenceOf(sql`${text}`)],
];

/** What was sent and cannot be read. */
const unread: Column[] = [
  ['Unread phones', safe(sql`array_to_string(${leads.unreadPhones}, ', ')`)],
  ['Unread values', json(leads.unreadValues)],
];

/** What a member may leave out, by the column of the list. */
const chosen = (timeZone: string): Record<ExportColumn, Column[]> => ({
  contact: [
    [headerOf('phones'), phones],
    [headerOf('email'), safe(sql`${leads.email}`)],
  ],
  step: [
    ['Funnel', safe(sql`place.funnel`)],
    ['Step', safe(sql`place.step`)],
  ],
  status: [
    ...status('Status', leads.status, statusLabels),
    ...status('Priority', leads.priority, priorityLabels),
    ...status('Temperature', leads.temperature, temperatureLabels),
    ['Reason lost', safe(sql`${leads.lostReason}`)],
    ['Amount won', sql`${leads.wonAmount}`],
    ['Currency', sql`${leads.wonCurrency}`],
  ],
  owner: [['Owner', safe(sql`owner.name`)]],
  source: [
    ...origin('Source', leads.source),
    ...origin('Medium', leads.medium),
    ...origin('Channel', leads.channel),
  ],
  received: [[`Received (${timeZone})`, time(sql`${leads.createdAt}`, timeZone)]],
});

/** What was done with a lead, and what is next. */
const work = (timeZone: string): Column[] => [
  [`First contact (${timeZone})`, time(sql`${leads.firstContactAt}`, timeZone)],
  [`Follow-up (${timeZone})`, time(sql`${leads.followUpAt}`, timeZone)],
  ['Last note', safe(sql`note.text`)],
];

const headerOf = (name: FieldName) => fieldOf(name).header ?? fieldOf(name).label;

/** What an export always has. */
const submitted = [...attributionFields, ...detailFields].map(
  (name): Column => [headerOf(name), safe(sql`${leads[name]}`)],
);

/** The columns of an export as they stand in a select, each with its header. */
export function exportColumns(columns: readonly ExportColumn[], timeZone: string): SQL {
  const all: Column[] = [
    ['Lead ID', sql`${leads.id}`],
    [headerOf('name'), safe(sql`${leads.name}`)],
    ...columns.flatMap((column) => chosen(timeZone)[column]),
    ...work(timeZone),
    ...submitted,
    [headerOf('customFields'), json(leads.customFields)],
    ...unread,
    ['Name made from', sql`${leads.nameFrom}`],
  ];
  return sql.join(
    all.map(([header, value]) => sql`${value} as ${sql.identifier(header)}`),
    sql`, `,
  );
}

/**
 * The places, owners and last notes of leads. With the offsets PostgreSQL looks
 * them up for each lead as it comes, and keeps those it has found.
 */
export const exportJoins = sql`
  cross join lateral (
    select steps.name as step, funnels.name as funnel
    from steps join funnels on funnels.company_id = steps.company_id and funnels.id = steps.funnel_id
    where steps.company_id = ${leads.companyId} and steps.id = ${leads.stepId}
    offset 0
  ) place
  left join lateral (
    select users.name from users where users.id = ${leads.ownerId} offset 0
  ) owner on true
  left join lateral (
    select event.text from lead_events event
    where event.company_id = ${leads.companyId} and event.lead_id = any(${idsWithMerged})
      and event.type = 'note' and event.text is not null
    order by event.id desc limit 1
  ) note on true`;
