import { isDeepStrictEqual } from 'node:util';
import { getTableColumns } from 'drizzle-orm';
import { type LeadValues, leads } from '#db/schema/leads.ts';
import { allFields, leadFields } from '#db/values/lead-fields.ts';
import { maxPhones } from '#db/values/limits.ts';
import { fillLead } from './fill-lead.ts';
import type { Lead } from './read-pair.ts';

export interface MergePlan {
  /** New values of columns of the kept lead. */
  set: Partial<Lead>;
  /** Fields of the person that they fill in, as the timeline names them. */
  filled: string[];
}

const earliest = (one: Date | null, other: Date | null) =>
  one && other ? (one < other ? one : other) : (one ?? other);

/**
 * The owner of the kept lead, else that of the other one. The earlier follow-up is the next thing to do. Both
 * were opened and contacted when the first was; a contact before the kept lead arrived was made when it did.
 */
function uniteWork(kept: Lead, merged: Lead) {
  const { createdAt } = kept;
  const contactAt =
    merged.firstContactAt && merged.firstContactAt < createdAt ? createdAt : merged.firstContactAt;
  return {
    ownerId: kept.ownerId ?? merged.ownerId,
    followUpAt: earliest(kept.followUpAt, merged.followUpAt),
    firstContactAt: earliest(kept.firstContactAt, contactAt),
    openedAt: earliest(kept.openedAt, merged.openedAt),
  };
}

/** All phones of both, those of the kept lead first; its own only when a member edited them. */
function unitePhones(kept: Lead, merged: Lead, edited: ReadonlySet<string>): Partial<Lead> {
  if (edited.has('phones')) return {};

  const phones = [...new Set([...kept.phones, ...merged.phones])].slice(0, maxPhones);
  if (phones.length === kept.phones.length) return {};

  const marks = Object.entries({ ...merged.phoneMarks, ...kept.phoneMarks }).filter(([digits]) =>
    phones.includes(digits),
  );
  return { phones, phoneMarks: marks.length > 0 ? Object.fromEntries(marks) : null };
}

/**
 * What a lead becomes when another one is merged into it: the phones of both, what it lacks of the person and
 * the owner, the earlier follow-up, first contact and first look. No field that a member edited changes. Where a
 * lead comes from stays as it is: the campaign of one with the click of the other would be true for neither.
 *
 * @param edited fields of the kept lead, as the timeline names them
 */
export function planMerge(kept: Lead, merged: Lead, edited: ReadonlySet<string>): MergePlan {
  const { name, nameFrom, email, segment, message, customFields } = merged;
  const { source, medium, channel, ignoredFields } = kept;
  const person = fillLead(
    kept,
    { name, nameFrom, email, segment, message, customFields, ignoredFields },
    { edited, comesFrom: { source, medium, channel } },
  );
  const wanted: Partial<Lead> = {
    ...person.set,
    ...unitePhones(kept, merged, edited),
    ...uniteWork(kept, merged),
  };
  const set: Partial<Lead> = Object.fromEntries(
    Object.entries(wanted).filter(
      /* Guarantee of the cast: the names are those of columns. */
      ([column, value]) => !isDeepStrictEqual(value, kept[column as keyof Lead]),
    ),
  );

  return { set, filled: [...person.filled, ...(set.phones ? ['phones'] : [])] };
}

const columns = getTableColumns(leads);

/** Columns from their JSON. Guarantee of the cast: the names are those of columns of the lead. */
const columnsOf = (values: [string, unknown][]): Partial<Lead> =>
  Object.fromEntries(
    values.map(([name, value]) => [
      name,
      typeof value === 'string' && columns[name as keyof Lead].dataType === 'date'
        ? new Date(value)
        : value,
    ]),
  );

interface Unmerge {
  /** Columns of the kept lead that a merge changed, before and after it. */
  before: LeadValues;
  after: LeadValues;
  /** The first contact with the kept lead since. */
  contactAt: Date | null;
}

/**
 * What the kept lead becomes when another one is taken apart from it. Work goes on after a merge: an owner, a
 * follow-up or a contact since then stays, and so does the first look. A follow-up that stays keeps its owner,
 * because To do lists it for the owner.
 *
 * @returns `changed`: labels of the filled fields of the person that have another value since, which would be lost
 */
export function planUnmerge(
  kept: Lead,
  { before, after, contactAt }: Unmerge,
): { set: Partial<Lead>; changed: string[] } {
  const now: LeadValues = JSON.parse(JSON.stringify(kept));
  const isChanged = (column: string) => !isDeepStrictEqual(now[column], after[column]);
  const back = columnsOf(
    Object.entries(before).filter(([column]) => column !== 'openedAt' && !isChanged(column)),
  );
  const { ownerId, assignedAt, firstContactAt, ...set } = back;
  const followUpAt = set.followUpAt === undefined ? kept.followUpAt : set.followUpAt;
  const isOwnerBack = ownerId !== undefined && assignedAt !== undefined && followUpAt === null;

  return {
    set: {
      ...set,
      ...(isOwnerBack && { ownerId, assignedAt }),
      ...(firstContactAt !== undefined && { firstContactAt: earliest(firstContactAt, contactAt) }),
    },
    changed: allFields
      .filter((field) => field in after && isChanged(field))
      .map((field) => leadFields[field].label.toLowerCase()),
  };
}

/**
 * The lead of two that is kept unless a member chooses: the one with more work on it, else the older one.
 *
 * @param notes notes, calls and messages of each
 */
export function suggestKept(
  [one, other]: readonly [Lead, Lead],
  [ofOne, ofOther]: readonly [number, number],
): Lead {
  const workOn = (lead: Lead, notes: number) =>
    Number(lead.ownerId !== null) + Number(lead.firstContactAt !== null) + Number(notes > 0);
  const more = workOn(other, ofOther) - workOn(one, ofOne);
  if (more !== 0) return more > 0 ? other : one;
  return other.id < one.id ? other : one;
}
