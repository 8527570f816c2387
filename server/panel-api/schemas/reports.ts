import { z } from 'zod';
import { countDays, reportDaysMax, reportPeriods } from '#db/values/reports.ts';
import { day, sentInstant, shownText } from './common.ts';

export const leadReportInput = z.strictObject({
  /** In the time zone of the company. */
  days: z.union([
    z.enum(reportPeriods),
    z
      .strictObject({ from: day, until: day })
      .refine((days) => countDays(days) >= 1, 'Choose a last day that is not before the first')
      .refine((days) => countDays(days) <= reportDaysMax, `Choose at most ${reportDaysMax} days`),
  ]),
});

/** Of a group of leads. */
const leadNumbers = z.object({
  leads: z.number().int(),
  contacted: z.number().int(),
  waiting: z.number().int(),
  /** Contacted within the target; 0 without a target, as is `late`. */
  inTime: z.number().int(),
  /** Contacted later, or waiting for longer. */
  late: z.number().int(),
  /**
   * Median time until the first contact, in minutes, rounded down: to 5 minutes from an hour on, and to an
   * hour from a day on. Null where none was contacted.
   */
  medianMinutes: z.number().int().nullable(),
});

const counted = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => leadNumbers.extend(shape);
const place = { id: z.uuid(), name: z.string(), isArchived: z.boolean() };

export const leadReport = z.object({
  /** Of the company: the days are those of its clock. */
  timeZone: z.string(),
  /** Minutes in which the company wants leads to be contacted. */
  target: z.number().int().nullable(),
  /** When the leads were counted. */
  now: sentInstant,
  /** False: none has ever arrived. */
  hasLeads: z.boolean(),
  total: leadNumbers,
  /** All of them, the oldest first. */
  days: z.array(counted({ day: z.string() })),
  /** Funnels and their steps in their order. */
  funnels: z.array(counted({ ...place, steps: z.array(counted(place)) })),
  /** Those with the most leads first, as are the owners. */
  sources: z.array(
    counted({ source: z.string() }).transform((row) => ({ ...row, name: shownText(row.source) })),
  ),
  /** Sources that are not listed. */
  moreSources: z.number().int(),
  /** `id`: null for leads without an owner. */
  owners: z.array(counted({ id: z.uuid().nullable(), name: z.string() })),
});

export type LeadReport = z.infer<typeof leadReport>;
export type LeadNumbers = z.infer<typeof leadNumbers>;
export type LeadReportInput = z.infer<typeof leadReportInput>;
