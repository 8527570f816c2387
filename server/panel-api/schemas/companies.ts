import { z } from 'zod';
import { leadVisibilities } from '#db/values/access.ts';
import { isCountry } from '#db/values/countries.ts';
import { isCurrency } from '#db/values/currencies.ts';
import { bodyRetention } from '#db/values/intake-log.ts';
import { contactTargets } from '#db/values/leads.ts';
import { lostReasonMax, lostReasonsPerCompany } from '#db/values/limits.ts';
import { label, timeZone } from './common.ts';

export const companyNameMax = 80;

/** What is absent stays as it is. */
export const updateCompanyInput = z
  .object({
    name: label(companyNameMax),
    timeZone,
    country: z.string().refine(isCountry, 'Choose a country').nullable(),
    /** ISO 4217; `null`: that of the country. */
    currency: z.string().refine(isCurrency, 'Choose a currency').nullable(),
    agentsSee: z.enum(leadVisibilities),
    /** Minutes from the arrival of a lead; `null`: no target. */
    contactTarget: z.literal(contactTargets).nullable(),
    /** Days for which bodies of requests are stored. 0: they are not. */
    bodyRetentionDays: z.number().int().min(0).max(bodyRetention.longest),
  })
  .partial()
  .refine((settings) => Object.keys(settings).length > 0, 'Change at least one setting');

const folded = (reason: string) => reason.toLocaleLowerCase('en');

/** Why leads are lost. Names differ by more than case. */
export const newLostReasons = z
  .array(label(lostReasonMax))
  .max(lostReasonsPerCompany, `Use at most ${lostReasonsPerCompany} reasons`)
  .superRefine((reasons, context) => {
    const twice = reasons.find((reason, index) =>
      reasons.slice(0, index).some((before) => folded(before) === folded(reason)),
    );
    if (twice !== undefined) context.addIssue(`“${twice}” is on the list twice`);
  });

export const saveLostReasonsInput = z.object({
  reasons: z.object({ from: z.array(z.string().max(200)).max(100), to: newLostReasons }),
});
export const lostReasonList = z.object({ reasons: z.array(z.string()).readonly() });
