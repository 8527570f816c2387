import { z } from 'zod';
import {
  leadOrigins,
  leadPriorities,
  leadStatuses,
  leadTemperatures,
  timelineTypes,
} from '#db/values/leads.ts';
import { idInput, senderText, sentInstant } from './common.ts';

export const listLeadsInput = z.object({
  stepId: z.uuid(),
  /** Matches a part of the name, or, when it holds three digits or more, of a phone number. */
  search: z.string().trim().max(200).optional(),
  /** `nextCursor` of the page before. */
  cursor: z.string().max(200).nullish(),
  limit: z.number().int().min(1).max(200).optional(),
});

const leadSummary = z.object({
  id: z.uuid(),
  name: senderText,
  phones: z.array(z.string()),
  email: senderText.nullable(),
  status: z.enum(leadStatuses),
  priority: z.enum(leadPriorities),
  temperature: z.enum(leadTemperatures),
  source: senderText,
  medium: senderText,
  channel: senderText,
  campaignName: senderText.nullable(),
  createdAt: sentInstant,
  /** Another lead of the company has the same external id. */
  isPossibleDuplicate: z.boolean(),
});

export const leadRow = leadSummary.extend({
  /** The first phone as its country writes it, for reading. */
  phone: z.string().nullable(),
});

export const leadPage = z.object({ items: z.array(leadRow), nextCursor: z.string().nullable() });

const attribution = z.object({
  campaignName: senderText.nullable(),
  adName: senderText.nullable(),
  adsetName: senderText.nullable(),
  formId: senderText.nullable(),
  externalLeadId: senderText.nullable(),
  pageId: senderText.nullable(),
  pageName: senderText.nullable(),
  utmSource: senderText.nullable(),
  utmMedium: senderText.nullable(),
  utmCampaign: senderText.nullable(),
  utmTerm: senderText.nullable(),
  utmContent: senderText.nullable(),
  gclid: senderText.nullable(),
  fbclid: senderText.nullable(),
});

export const leadEventView = z.object({
  id: z.uuid(),
  type: z.enum(timelineTypes),
  /** A value of the list, or for `created` and `moved` the name of the step. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  actorKind: z.enum(['user', 'apiKey', 'system']),
  actorName: z.string(),
  createdAt: sentInstant,
});

export const leadDetail = leadSummary.extend({
  segment: senderText,
  origin: z.enum(leadOrigins),
  requestId: senderText.nullable(),
  attribution,
  /** The rule that gave source, medium and channel, in words. */
  attributionRule: z.string(),
  customFields: z.record(senderText, z.union([senderText, z.number(), z.boolean()])),
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
  /** Other leads with the same external id, the newest first, at most five. */
  duplicates: z.array(z.object({ id: z.uuid(), name: senderText, createdAt: sentInstant })),
});

/** `from` is the value that the user saw: refused when it has changed meanwhile. */
const edit = <Value extends z.ZodType>(value: Value) => z.object({ from: value, to: value });

export const updateLeadInput = idInput.extend({
  status: edit(z.enum(leadStatuses)).optional(),
  priority: edit(z.enum(leadPriorities)).optional(),
  temperature: edit(z.enum(leadTemperatures)).optional(),
});
export const moveLeadInput = idInput.extend({ step: edit(z.uuid()) });

/** The change that came first, in the data of an error. */
export const leadConflict = z.object({
  event: leadEventView,
  /** What is stored: a value of the list, or the id of the step. */
  value: z.string(),
});

export type LeadRow = z.infer<typeof leadRow>;
export type LeadPage = z.infer<typeof leadPage>;
export type LeadConflict = z.infer<typeof leadConflict>;
export type LeadDetail = z.infer<typeof leadDetail>;
