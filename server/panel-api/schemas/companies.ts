import { z } from 'zod';
import { leadVisibilities } from '#db/values/access.ts';
import { isCountry } from '#db/values/countries.ts';
import { bodyRetention } from '#db/values/intake-log.ts';
import { contactTargets } from '#db/values/leads.ts';
import { label, timeZone } from './common.ts';

export const companyNameMax = 80;

export const updateCompanyInput = z.object({
  name: label(companyNameMax),
  timeZone,
  country: z.string().refine(isCountry, 'Choose a country').nullable(),
  agentsSee: z.enum(leadVisibilities),
  /** Minutes from the arrival of a lead; `null`: no target. */
  contactTarget: z.literal(contactTargets).nullable(),
  /** Days for which bodies of requests are stored. 0: they are not. */
  bodyRetentionDays: z.number().int().min(0).max(bodyRetention.longest),
});
