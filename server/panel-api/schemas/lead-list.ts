import { z } from 'zod';
import { eachFilterKey } from '#db/values/lead-fields.ts';
import { leadOutcomes, leadSorts, leadStatuses } from '#db/values/leads.ts';
import { bulkLeadsMax, savedViewNameMax, searchTextLength } from '#db/values/limits.ts';
import {
  idInput,
  isoInstant,
  isStorable,
  label,
  senderText,
  sentInstant,
  shownText,
} from './common.ts';
import { leadFilter, leadRow, namedLeads } from './leads.ts';
import { memberView } from './members.ts';

/** Characters. One may have a name in it. */
const cursorMax = 1_000;

/** Which leads of the company. */
export const leadsQuery = z.object({
  filter: leadFilter.extend({ funnelIds: z.array(z.uuid()).max(100).optional() }).optional(),
  /** As in `searchLeadsInput`. Finds neither tests nor deleted leads. */
  search: z.string().trim().max(searchTextLength).optional(),
  /** `followUp`: the next ones first, then the newest leads without one. */
  sort: z.enum(leadSorts).optional(),
  view: z.enum(['leads', 'tests', 'deleted']),
});

export const listAllLeadsInput = leadsQuery.extend({
  /** `nextCursor` of the page before. */
  cursor: z.string().max(cursorMax).nullish(),
  limit: z.number().int().min(1).max(200).optional(),
  ids: namedLeads,
});

const place = z.object({ id: z.uuid(), name: z.string() });
const placedLead = leadRow.extend({
  step: place,
  funnel: place,
  /** The last call or message. */
  lastContactAt: sentInstant.nullable(),
});

export const placedLeadPage = z.object({
  items: z.array(placedLead),
  nextCursor: z.string().nullable(),
});

/** A page has as many as one bulk change takes. */
export const listLeadIdsInput = leadsQuery.extend({ cursor: z.string().max(cursorMax).nullish() });
export const leadIds = z.object({ ids: z.array(z.uuid()), nextCursor: z.string().nullable() });

/** `leads`: exact unless `isAtLeast`, where there are more. */
export const leadCounts = z.object({
  leads: z.number(),
  isAtLeast: z.boolean(),
  steps: z.array(z.object({ id: z.uuid(), leads: z.number() })),
  owners: z.array(z.object({ id: z.uuid().nullable(), leads: z.number() })),
});

const texts = z.array(senderText);

export const filterChoices = z.object({
  steps: z.array(place.extend({ funnel: place, isArchived: z.boolean() })),
  members: z.array(memberView),
  keys: z.array(place),
  sources: texts,
  ...eachFilterKey(() => texts),
});

const status = z.enum(leadStatuses);
const manyIds = z.array(z.uuid()).min(1).max(bulkLeadsMax);

export const changeLeadsInput = z.object({
  ids: manyIds,
  change: z.discriminatedUnion('field', [
    z.object({ field: z.literal('step'), to: z.uuid() }),
    z.object({ field: z.literal('owner'), to: z.uuid().nullable() }),
    z.object({ field: z.literal('status'), to: status }),
    z.object({ field: z.literal('deleted'), to: z.boolean() }),
  ]),
});

/** @param at the time of the change: a date in an answer, text in a request */
const undo = <At extends z.ZodType>(at: At) => {
  const back = <Value extends z.ZodType>(to: Value) =>
    z
      .array(z.object({ to, ids: manyIds }))
      .min(1)
      .max(bulkLeadsMax)
      .refine((groups) => groups.reduce((sum, { ids }) => sum + ids.length, 0) <= bulkLeadsMax);
  return z.discriminatedUnion('field', [
    z.object({ field: z.literal('step'), from: z.uuid(), back: back(z.uuid()), at }),
    z.object({
      field: z.literal('owner'),
      from: z.uuid().nullable(),
      back: back(z.uuid().nullable()),
      at,
    }),
    z.object({ field: z.literal('status'), from: status, back: back(status), at }),
    z.object({ field: z.literal('deleted'), from: z.boolean(), back: back(z.boolean()), at }),
  ]);
};

export const undoLeadsChangeInput = undo(isoInstant.transform((text) => new Date(text)));

/** Numbers of leads. */
const changedLeads = z.object({ changed: z.number(), missing: z.number(), kept: z.number() });
export const leadsUndone = changedLeads;
export const leadsChanged = changedLeads.extend({
  undo: undo(sentInstant).nullable(),
  /** Leads were won or lost by the change. */
  outcome: z.enum(leadOutcomes).nullable(),
});

/** The query of an address, without `?`. */
const viewQuery = z.string().max(4_000).refine(isStorable);
const viewName = label(savedViewNameMax);

export const savedView = z.object({
  id: z.uuid(),
  name: z.string().transform(shownText),
  query: z.string(),
  isShared: z.boolean(),
  userName: z.string(),
  isOwn: z.boolean(),
  mayChange: z.boolean(),
});
export const createViewInput = z.object({
  name: viewName,
  query: viewQuery,
  isShared: z.boolean(),
});
export const updateViewInput = idInput.extend({
  name: viewName.optional(),
  query: viewQuery.optional(),
  isShared: z.boolean().optional(),
});

export type LeadsQuery = z.infer<typeof leadsQuery>;
export type PlacedLead = z.infer<typeof placedLead>;
export type FilterChoices = z.infer<typeof filterChoices>;
export type LeadIds = z.infer<typeof leadIds>;
export type LeadsChange = z.infer<typeof changeLeadsInput>['change'];
export type LeadsChanged = z.infer<typeof leadsChanged>;
export type SavedView = z.infer<typeof savedView>;
