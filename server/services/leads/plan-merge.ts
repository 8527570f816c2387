import { isDeepStrictEqual } from 'node:util';
import type { leads } from '#db/schema/leads.ts';
import { maxPhones } from '#db/values/limits.ts';
import { fillLead } from './fill-lead.ts';

type Lead = typeof leads.$inferSelect;

export interface MergePlan {
  /** New values of columns of the kept lead. */
  set: Partial<Lead>;
  /** Names of what they fill in, as the timeline has them. */
  filled: string[];
}

/** Filled where the kept lead has none. An owner comes with the time of the assignment. */
const filledColumns = (kept: Lead, merged: Lead): Partial<Lead> =>
  kept.ownerId === null && merged.ownerId !== null
    ? { ownerId: merged.ownerId, assignedAt: merged.assignedAt }
    : {};

const earliest = (one: Date | null, other: Date | null) =>
  one && other ? (one < other ? one : other) : (one ?? other);

/** The earlier follow-up is the next thing to do; both were opened and contacted when the first was. */
const earliestColumns = ['followUpAt', 'firstContactAt', 'openedAt'] as const;

/** All phones of both, those of the kept lead first. */
function unitePhones(kept: Lead, merged: Lead): Partial<Lead> {
  const phones = [...new Set([...kept.phones, ...merged.phones])].slice(0, maxPhones);
  if (phones.length === kept.phones.length) return {};

  const marks = Object.entries({ ...merged.phoneMarks, ...kept.phoneMarks }).filter(([digits]) =>
    phones.includes(digits),
  );
  return { phones, phoneMarks: marks.length > 0 ? Object.fromEntries(marks) : null };
}

/**
 * What a lead becomes when another one is merged into it: the phones of both, and what it lacks of the
 * person, the owner and the next follow-up. No value is replaced, and no field that a member emptied is
 * filled. Where a lead comes from stays as it is: the campaign of one with the click of the other would be
 * true for neither.
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
  const first = Object.fromEntries(
    earliestColumns.map((column) => [column, earliest(kept[column], merged[column])]),
  );
  const wanted: Partial<Lead> = {
    ...person.set,
    ...unitePhones(kept, merged),
    ...filledColumns(kept, merged),
    ...first,
  };
  const set: Partial<Lead> = Object.fromEntries(
    Object.entries(wanted).filter(
      /* Guarantee of the cast: the names are those of columns. */
      ([column, value]) => !isDeepStrictEqual(value, kept[column as keyof Lead]),
    ),
  );

  return {
    set,
    filled: [
      ...person.filled,
      ...(set.phones ? ['phones'] : []),
      ...(set.ownerId ? ['owner'] : []),
      ...(set.followUpAt ? ['followUp'] : []),
    ],
  };
}

/**
 * The lead of two that is kept unless a member chooses: the one with more work on it, else the older one.
 *
 * @param notes notes and calls of each
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
