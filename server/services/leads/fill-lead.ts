import { isDeepStrictEqual } from 'node:util';
import { allFields, type FieldName } from '#db/values/lead-fields.ts';
import { maxCustomFields } from '#db/values/limits.ts';
import { type Attribution, deriveAttribution } from './derive-attribution.ts';
import type { Lead } from './read-pair.ts';

/** What was sent for a lead, read again. */
type ReadAgain = { [Field in FieldName]?: unknown } & {
  name: string;
  phones?: string[] | undefined;
  nameFrom?: Lead['nameFrom'] | undefined;
  phoneMarks?: Lead['phoneMarks'] | undefined;
  unreadPhones?: string[] | null | undefined;
  ignoredFields?: string[] | null | undefined;
  customFields?: Lead['customFields'] | undefined;
};

interface Fill {
  /** Of columns. */
  set: Partial<Lead>;
  /** Names of what is filled, in the order of fields; empty: nothing. */
  filled: string[];
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || isDeepStrictEqual(value, []);

/** Custom fields that the lead lacks. */
function newCustomFields(
  lead: Lead,
  { customFields }: ReadAgain,
  edited: ReadonlySet<string>,
): [string, string | number | boolean][] {
  const own = lead.customFields ?? {};
  return Object.entries(customFields ?? {})
    .filter(([name]) => !Object.hasOwn(own, name) && !edited.has(`customFields.${name}`))
    .slice(0, Math.max(0, maxCustomFields - Object.keys(own).length));
}

/** The columns of one field, if it is filled. */
function fillField(
  field: FieldName,
  lead: Lead,
  read: ReadAgain,
  edited: ReadonlySet<string>,
): Partial<Lead> | undefined {
  if (field === 'customFields') {
    const added = newCustomFields(lead, read, edited);
    if (added.length === 0) return undefined;
    return { customFields: { ...lead.customFields, ...Object.fromEntries(added) } };
  }
  if (edited.has(field) || isEmpty(read[field])) return undefined;
  if (field === 'name') {
    return lead.nameFrom && !read.nameFrom ? { name: read.name, nameFrom: null } : undefined;
  }
  if (!isEmpty(lead[field])) return undefined;
  if (field !== 'phones') return { [field]: read[field] };
  const { phones = [], phoneMarks = null, unreadPhones = null } = read;
  return { phones, phoneMarks, unreadPhones };
}

/**
 * What a lead lacks and its request has: as it is read now, with another mapping than then. Nothing that
 * the lead has is replaced, and no field that a member edited is filled.
 *
 * @param edited fields, as the timeline names them
 * @param comesFrom of the mapping; `null`: as the fields say
 */
export function fillLead(
  lead: Lead,
  read: ReadAgain,
  { edited, comesFrom }: { edited: ReadonlySet<string>; comesFrom: Attribution | null },
): Fill {
  const fills = allFields.flatMap((field) => {
    const columns = fillField(field, lead, read, edited);
    return columns ? [{ field, columns }] : [];
  });
  const set: Partial<Lead> = Object.assign({}, ...fills.map(({ columns }) => columns));
  const filled: string[] = fills.map(({ field }) => field);

  const { source, medium, channel } = comesFrom ?? deriveAttribution({ ...lead, ...set });
  const before = { source: lead.source, medium: lead.medium, channel: lead.channel };
  if (!isDeepStrictEqual({ source, medium, channel }, before)) {
    Object.assign(set, { source, medium, channel });
    filled.push('source');
  }
  if (filled.length === 0) return { set: {}, filled };

  const isFilled = (field: string) => filled.includes(field);
  const unread = Object.entries(lead.unreadValues ?? {}).filter(([field]) => !isFilled(field));
  return {
    set: {
      ...set,
      unreadValues: unread.length > 0 ? Object.fromEntries(unread) : null,
      ignoredFields: read.ignoredFields ?? null,
    },
    filled,
  };
}
