import { z } from 'zod';
import { maxNamedIds } from '#db/values/changes.ts';
import { isCurrency } from '#db/values/currencies.ts';
import { attributionFields, detailFields, eachFilterKey, eachOf } from '#db/values/lead-fields.ts';
import {
  contactTimes,
  followUpTimes,
  leadOrigins,
  leadPriorities,
  leadStatuses,
  leadTemperatures,
  me,
  nameSources,
  noOwner,
  phoneMarks,
  timelineTypes,
} from '#db/values/leads.ts';
import { searchTextLength } from '#db/values/limits.ts';
import { day, idInput, isoInstant, isStorable, senderText, sentInstant } from './common.ts';

/** Values of a filter that are chosen together. */
const chosen = <Value extends z.ZodType>(value: Value) => z.array(value).max(100).optional();
const sentTexts = chosen(z.string().max(500).refine(isStorable));

/** Leads that meet all that is given; of a list, one value of it. */
export const leadFilter = z.object({
  stepIds: chosen(z.uuid()),
  statuses: chosen(z.enum(leadStatuses)),
  priorities: chosen(z.enum(leadPriorities)),
  /** Ids of members; `me` for the user, `none` for leads without an owner. */
  owners: chosen(z.uuid().or(z.enum([me, noOwner]))),
  /** Days are those of the user, else of the company. */
  followUps: chosen(z.enum(followUpTimes)),
  contacts: chosen(z.enum(contactTimes)),
  sources: sentTexts,
  ...eachFilterKey(() => sentTexts),
  apiKeyIds: chosen(z.uuid()),
  /** First and last day of arrival. */
  from: day.optional(),
  until: day.optional(),
  /** Whose days these are. Absent: those of the user, else of the company. */
  zone: z.literal('company').optional(),
  hasPhone: z.boolean().optional(),
});

/** Only these leads, as far as they are in the list: those that an announced change names. */
export const namedLeads = z.array(z.uuid()).min(1).max(maxNamedIds).optional();

export const listLeadsInput = z.object({
  stepId: z.uuid(),
  filter: leadFilter.optional(),
  /** As in `searchLeadsInput`. */
  search: z.string().trim().max(searchTextLength).optional(),
  /** Lists the tests instead of the leads. A search finds no tests. */
  tests: z.boolean().optional(),
  /** `nextCursor` of the page before. */
  cursor: z.string().max(200).nullish(),
  limit: z.number().int().min(1).max(200).optional(),
  ids: namedLeads,
});

const leadSummary = z.object({
  id: z.uuid(),
  name: senderText,
  phones: z.array(z.string()),
  email: senderText.nullable(),
  /** What the name was made from; `null` when a name was sent or entered. */
  nameFrom: z.enum(nameSources).nullable(),
  /** Of phones that may be wrong, by their digits. */
  phoneMarks: z.record(z.string(), z.enum(phoneMarks)).nullable(),
  status: z.enum(leadStatuses),
  priority: z.enum(leadPriorities),
  temperature: z.enum(leadTemperatures),
  source: senderText,
  medium: senderText,
  channel: senderText,
  campaignName: senderText.nullable(),
  /** `test`: sent with a test key, or as a test. */
  origin: z.enum(leadOrigins),
  createdAt: sentInstant,
  ownerId: z.uuid().nullable(),
  /** When a member who may change leads first opened it. */
  openedAt: sentInstant.nullable(),
  /** The first call, or the first change of its status. */
  firstContactAt: sentInstant.nullable(),
  followUpAt: sentInstant.nullable(),
  /**
   * Other leads that the user may see and that share a phone, the email address or the external id; of a
   * test, tests with the external id. `null`: there is none.
   */
  duplicates: z
    .object({
      /** At most ten are counted. */
      count: z.number().int(),
      /** Of the only one. */
      name: senderText.nullable(),
    })
    .nullable(),
});

export const leadRow = leadSummary.extend({
  /** The first phone as its country writes it, for reading. */
  phone: z.string().nullable(),
  /** There is a phone or an email address. */
  isReachable: z.boolean(),
});

export const leadPage = z.object({ items: z.array(leadRow), nextCursor: z.string().nullable() });

const nullableText = senderText.nullable();
const nullableTexts = <Name extends string>(fields: readonly Name[]) =>
  eachOf(fields, () => nullableText);

export const leadEventView = z.object({
  id: z.uuid(),
  /** Another one than that of the timeline: of a lead that was merged into it. */
  leadId: z.uuid(),
  type: z.enum(timelineTypes),
  /** A value of the list, or for `created` and `moved` the name of the step. */
  from: senderText.nullable(),
  to: senderText.nullable(),
  /** Of an edit: `name`, `email`, `phones`, `message` or `customFields.` and a name. */
  field: senderText.nullable(),
  /** What was written: a note, or what was said in a call. A subset of Markdown. */
  text: z.string().nullable(),
  /** Of a note that was changed later. */
  editedAt: sentInstant.nullable(),
  /** Of what takes a change back: the time of that change, which the same member made. */
  undoes: sentInstant.nullable(),
  actorId: z.uuid().nullable(),
  actorKind: z.enum(['user', 'apiKey', 'system']),
  actorName: z.string(),
  createdAt: sentInstant,
});

export const leadDetail = leadSummary.extend({
  ...nullableTexts(detailFields),
  /** Of a lost lead. */
  lostReason: senderText.nullable(),
  /** Of a won lead: `1200.50`, and ISO 4217. */
  wonAmount: z.string().nullable(),
  wonCurrency: z.string().nullable(),
  segment: senderText,
  requestId: senderText.nullable(),
  attribution: z.object(nullableTexts(attributionFields)),
  attributionReason: z.object({
    /** The rule that gave source, medium and channel, in words; `null` when nothing was sent. */
    rule: z.string().nullable(),
    /** Other rules that the submitted values fit, and what they would have given. */
    overruled: z.array(
      z.object({ rule: z.string(), source: senderText, medium: senderText, channel: senderText }),
    ),
  }),
  customFields: z.record(senderText, z.union([senderText, z.number(), z.boolean()])),
  /** Names of fields that were sent and not read. */
  ignoredFields: z.array(senderText),
  /** Texts that were sent as phones and are none. */
  unreadPhones: z.array(senderText),
  /** Of other fields: the text that was sent and cannot be read, by field. */
  unreadValues: z.record(z.string(), senderText),
  contact: z.object({
    id: z.uuid(),
    name: senderText,
    /** `possible` is false where the numbering plan knows no such number. */
    phones: z.array(
      z.object({ digits: z.string(), international: z.string(), possible: z.boolean() }),
    ),
    email: senderText.nullable(),
  }),
  step: z.object({ id: z.uuid(), name: z.string() }),
  funnel: z.object({ id: z.uuid(), name: z.string() }),
  apiKey: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  events: z.array(leadEventView),
  /** It was merged into another one. */
  isMerged: z.boolean(),
  /** The lead that it is part of; `null` also when the user does not see that. */
  mergedInto: z.object({ id: z.uuid(), name: senderText }).nullable(),
  /** Leads that were merged into it and that the user may read, which can be taken apart. */
  merges: z.array(z.object({ id: z.uuid(), name: senderText, mergedAt: sentInstant })),
});

/** A lead after a change. */
export const changedLead = leadDetail.extend({
  /** The time of the change, by which `leads.undo` takes it back; `null` when nothing was changed. */
  changedAt: sentInstant.nullable(),
});

export const undoInput = idInput.extend({ at: isoInstant.transform((text) => new Date(text)) });
/** `null` when the user does not see the lead any more. */
export const undoneLead = leadDetail.nullable();

export const searchLeadsInput = z.object({
  /**
   * Words in any order, each the beginning of one in name, email or campaign, or three digits or more
   * of a phone number. Case and accents do not count.
   */
  text: z.string().trim().min(1).max(searchTextLength),
  /** `nextCursor` of the page before. */
  cursor: z.string().max(200).nullish(),
});

const leadFound = leadSummary
  .pick({
    id: true,
    name: true,
    nameFrom: true,
    email: true,
    campaignName: true,
    status: true,
    createdAt: true,
  })
  .extend({
    /** As their countries write them. */
    phones: z.array(z.string()),
    step: z.object({ id: z.uuid(), name: z.string() }),
    funnel: z.object({ id: z.uuid(), name: z.string() }),
  });
export const foundLeads = z.object({
  items: z.array(leadFound),
  nextCursor: z.string().nullable(),
});

/** `from` is the value that the user saw: refused when it has changed meanwhile. */
export const edit = <Value extends z.ZodType>(value: Value) => z.object({ from: value, to: value });

const storedAmount = z.object({ amount: z.string().max(40), currency: z.string().max(3) });
const amount = z.object({
  amount: z.string().regex(/^(0|[1-9]\d{0,11})(\.\d{1,3})?$/, 'Enter an amount such as 1200.50'),
  currency: z.string().refine(isCurrency, 'Choose a currency'),
});

export const updateLeadInput = idInput.extend({
  status: edit(z.enum(leadStatuses)).optional(),
  priority: edit(z.enum(leadPriorities)).optional(),
  temperature: edit(z.enum(leadTemperatures)).optional(),
  /** Of a lost lead: one of the list of the company, or none. */
  lostReason: edit(z.string().max(200).nullable()).optional(),
  /** Of a won lead. */
  wonAmount: z.object({ from: storedAmount.nullable(), to: amount.nullable() }).optional(),
});
export const moveLeadInput = idInput.extend({ step: edit(z.uuid()) });

/** The change that came first, in the data of an error. */
export const leadConflict = z.object({
  event: leadEventView,
  /** What is stored: a value of the list, the id of the step, or text. */
  value: senderText,
});

export type LeadRow = z.infer<typeof leadRow>;
export type LeadPage = z.infer<typeof leadPage>;
export type LeadConflict = z.infer<typeof leadConflict>;
export type FoundLead = z.infer<typeof leadFound>;
export type ChangedLead = z.infer<typeof changedLead>;
export type LeadDetail = z.infer<typeof leadDetail>;
