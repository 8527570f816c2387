import { z } from 'zod';
import { leadOutcomes } from '#db/values/leads.ts';
import { funnelsPerCompany, sparklineDays, stepsPerFunnel } from '#db/values/limits.ts';
import { done, idInput, label, sentInstant } from './common.ts';
import { leadsChanged } from './lead-list.ts';

export { sparklineDays, stepsPerFunnel };

export const funnelNameMax = 80;
export const stepNameMax = 60;

/** Leads that members move into the step have ended so; `null`: they have not. */
const outcome = z.enum(leadOutcomes).nullable();

export const listFunnelsInput = z.object({ archived: z.boolean() });
export const createFunnelInput = z.object({
  name: label(funnelNameMax),
  steps: z
    .array(z.object({ name: label(stepNameMax), outcome: outcome.optional() }))
    .max(stepsPerFunnel),
});
export const renameFunnelInput = idInput.extend({ name: label(funnelNameMax) });
export const reorderFunnelsInput = z.object({ ids: z.array(z.uuid()).max(funnelsPerCompany) });

export const createStepInput = z.object({ funnelId: z.uuid(), name: label(stepNameMax) });
export const renameStepInput = idInput.extend({ name: label(stepNameMax) });
export const setStepOutcomeInput = idInput.extend({ outcome });
export const reorderStepsInput = z.object({
  funnelId: z.uuid(),
  ids: z.array(z.uuid()).max(stepsPerFunnel),
});

/** For agents who do not see all leads, counting is bounded: there may be more. */
const isCapped = z.boolean();

export const funnelRow = z.object({
  id: z.uuid(),
  name: z.string(),
  archivedAt: sentInstant.nullable(),
  steps: z.number().int(),
  leads: z.number().int(),
  leadsToday: z.number().int(),
  lastLeadAt: sentInstant.nullable(),
  isCapped,
  /** Leads created on each of the last 14 days, the oldest first. */
  days: z.array(z.number().int()).length(sparklineDays),
});
export const funnelList = z.object({
  items: z.array(funnelRow),
  counts: z.object({ current: z.number().int(), archived: z.number().int() }),
});

export const stepRow = z.object({
  id: z.uuid(),
  name: z.string(),
  outcome,
  archivedAt: sentInstant.nullable(),
  leads: z.number().int(),
  leadsToday: z.number().int(),
  lastLeadAt: sentInstant.nullable(),
  isCapped,
});

/** A funnel with its steps in order; archived steps come last. */
export const funnelView = z.object({
  id: z.uuid(),
  name: z.string(),
  archivedAt: sentInstant.nullable(),
  leads: z.number().int(),
  isCapped,
  steps: z.array(stepRow),
});

/** A step with its place. */
export const stepView = stepRow.extend({
  /** Of the steps of its funnel that are not archived. */
  isFirst: z.boolean(),
  /** Whether it has tests, which no count includes. */
  hasTests: z.boolean(),
  funnel: z.object({ id: z.uuid(), name: z.string(), archivedAt: sentInstant.nullable() }),
});

/** The steps that take leads, by funnel, in their order. */
export const reachableFunnels = z.array(
  z.object({
    id: z.uuid(),
    name: z.string(),
    steps: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
);

export const archiveStepInput = idInput.extend({
  /** The step that its leads move to. */
  moveTo: z.uuid().optional(),
});
export const moveStepLeadsInput = idInput.extend({ to: z.uuid() });

export const movedLeads = z.object({
  moved: z.number().int(),
  /** The step holds more leads. */
  hasMore: z.boolean(),
  /** For `leads.undoChange`. */
  undo: leadsChanged.shape.undo,
});
export const archivedStep = done.extend({
  /** Where there were leads to move. */
  moved: z.array(movedLeads),
});

/** The leads that the API created in a step in the last 24 hours, and what sends to it. */
export const stepTraffic = z.object({
  leads: z.number().int(),
  /**
   * Those with the most leads first, then those that are limited to steps with this one. Deleted keys
   * are not named.
   */
  keys: z.array(z.object({ id: z.uuid(), name: z.string(), leads: z.number().int() })),
  /** Inbound addresses whose submissions become leads here. */
  addresses: z.array(z.object({ id: z.uuid(), name: z.string() })),
});

export type FunnelRow = z.infer<typeof funnelRow>;
export type ReachableFunnel = z.infer<typeof reachableFunnels>[number];
export type FunnelView = z.infer<typeof funnelView>;
export type StepRow = z.infer<typeof stepRow>;
export type StepView = z.infer<typeof stepView>;
export type MovedLeads = z.infer<typeof movedLeads>;
