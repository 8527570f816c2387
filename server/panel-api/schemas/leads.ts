import { z } from 'zod';
import {
  leadOrigins,
  leadPriorities,
  leadStatuses,
  leadTemperatures,
  timelineTypes,
} from '#db/values/leads.ts';
import { searchTextLength } from '#db/values/limits.ts';
import { idInput, sentInstant } from './common.ts';

export const listLeadsInput = z.object({
  stepId: z.uuid(),
  /** As in `searchLeadsInput`. */
  search: z.string().trim().max(searchTextLength).optional(),
  /** `nextCursor` of the page before. */
  cursor: z.string().max(200).nullish(),
  limit: z.number().int().min(1).max(200).optional(),
});

const leadSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  phones: z.array(z.string()),
  email: z.string().nullable(),
  status: z.enum(leadStatuses),
  priority: z.enum(leadPriorities),
  temperature: z.enum(leadTemperatures),
  source: z.string(),
  medium: z.string(),
  channel: z.string(),
  campaignName: z.string().nullable(),
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
  campaignName: z.string().nullable(),
  adName: z.string().nullable(),
  adsetName: z.string().nullable(),
  formId: z.string().nullable(),
  externalLeadId: z.string().nullable(),
  pageId: z.string().nullable(),
  pageName: z.string().nullable(),
  utmSource: z.string().nullable(),
  utmMedium: z.string().nullable(),
  utmCampaign: z.string().nullable(),
  utmTerm: z.string().nullable(),
  utmContent: z.string().nullable(),
  gclid: z.string().nullable(),
  fbclid: z.string().nullable(),
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
  segment: z.string(),
  origin: z.enum(leadOrigins),
  requestId: z.string().nullable(),
  attribution,
  /** The rule that gave source, medium and channel, in words. */
  attributionRule: z.string(),
  customFields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  contact: z.object({
    id: z.uuid(),
    name: z.string(),
    /** `possible` is false where the numbering plan knows no such number. */
    phones: z.array(
      z.object({ digits: z.string(), international: z.string(), possible: z.boolean() }),
    ),
    email: z.string().nullable(),
  }),
  step: z.object({ id: z.uuid(), name: z.string() }),
  funnel: z.object({ id: z.uuid(), name: z.string() }),
  apiKey: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  events: z.array(leadEventView),
  /** Other leads with the same external id, the newest first, at most five. */
  duplicates: z.array(z.object({ id: z.uuid(), name: z.string(), createdAt: sentInstant })),
});

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
  .pick({ id: true, name: true, email: true, campaignName: true, status: true, createdAt: true })
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

export const updateLeadInput = idInput.extend({
  status: z.enum(leadStatuses).optional(),
  priority: z.enum(leadPriorities).optional(),
  temperature: z.enum(leadTemperatures).optional(),
});
export const moveLeadInput = idInput.extend({ stepId: z.uuid() });

export type LeadRow = z.infer<typeof leadRow>;
export type LeadPage = z.infer<typeof leadPage>;
export type FoundLead = z.infer<typeof leadFound>;
export type LeadDetail = z.infer<typeof leadDetail>;
