import { z } from 'zod';
import { eachOf, editedTexts } from '#db/values/lead-fields.ts';
import { callOutcomes, messageChannels } from '#db/values/leads.ts';
import { idInput, isoInstant, writtenText } from './common.ts';
import { changedLead, edit } from './leads.ts';

const noteInput = idInput.extend({ noteId: z.uuid() });

/** A subset of Markdown. */
export const addNoteInput = idInput.extend({ text: writtenText });
/** As in `edit`: `from` is not checked as text that someone writes now. */
export const editNoteInput = noteInput.extend({
  text: z.object({ from: z.string().max(20_000), to: writtenText }),
});
export const deleteNoteInput = noteInput;

const contact = idInput.extend({
  /** What was said, in a subset of Markdown, or what was written. */
  text: writtenText.optional(),
  /** `null` ends the planned follow-up. Absent: it stays. */
  followUpAt: isoInstant.nullable().optional(),
  /** A new lead gets the status Contacted. */
  isContact: z.boolean().optional(),
});
export const recordCallInput = contact.extend({ outcome: z.enum(callOutcomes) });
export const recordMessageInput = contact.extend({ channel: z.enum(messageChannels) }).strict();

/** `null` when none is planned. */
export const planFollowUpInput = idInput.extend({
  followUpAt: edit(isoInstant.nullable()),
  /** The follow-up was done: a new lead was contacted by it. */
  isContact: z.boolean().optional(),
});

/** The ID of a member; `null` for no one. */
export const assignLeadInput = idInput.extend({ owner: edit(z.uuid().nullable()) });
/** `null` when the user does not see the lead any more. */
export const assignedLead = changedLead.nullable();

/*
 * What a member types, bounded here and read by server/services/leads/read-person.ts.
 */
const typed = z.string().max(40_000);
const typedPhones = z.array(z.string().max(2_000)).max(100);
const customValue = z.union([typed, z.number(), z.boolean()]);
const customName = z.string().max(400);

export const editLeadInput = idInput.extend({
  name: edit(typed).optional(),
  phones: edit(typedPhones).optional(),
  ...eachOf(editedTexts, () => edit(typed.nullable()).optional()),
  /** By name; `null` removes a field. */
  customFields: z.record(customName, edit(customValue.nullable())).optional(),
});

export const createLeadInput = z.object({
  stepId: z.uuid(),
  name: typed,
  phones: typedPhones.optional(),
  ...eachOf(editedTexts, () => typed.optional()),
  customFields: z.record(customName, customValue).optional(),
});
