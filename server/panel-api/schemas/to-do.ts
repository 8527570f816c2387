import { z } from 'zod';
import { toDoOwners, toDoSections } from '#db/values/leads.ts';
import { senderText } from './common.ts';
import { leadRow } from './leads.ts';

export const countToDoInput = z.object({ whose: z.enum(toDoOwners) });

export const listToDoInput = countToDoInput.extend({
  section: z.enum(toDoSections),
  /** `nextCursor` of the page before. */
  cursor: z.string().max(200).nullish(),
});

const place = z.object({ id: z.uuid(), name: z.string() });

const toDoItem = leadRow.extend({
  step: place.extend({ isArchived: z.boolean() }),
  funnel: place,
  /** The beginning of the last note, message, or of what was said in the last call. */
  lastText: senderText.nullable(),
  /** Who planned the follow-up, where it was not the owner. */
  plannedBy: z.string().nullable(),
});

export const toDoPage = z.object({ items: z.array(toDoItem), nextCursor: z.string().nullable() });

/** At most 100 each: more are not counted. */
const sectionCount = z.number().int();

export const toDoCounts = z.object({
  overdue: sectionCount,
  today: sectionCount,
  tomorrow: sectionCount,
  later: sectionCount,
  new: sectionCount,
  /** Milliseconds until time alone changes them. */
  changesIn: z.number().int(),
});

export type ToDoItem = z.infer<typeof toDoItem>;
export type ToDoCounts = z.infer<typeof toDoCounts>;
