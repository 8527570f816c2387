import { z } from 'zod';
import { leadPriorities, leadStatuses, leadTemperatures } from '#db/values/leads.ts';

/** Exactly these ten fields, in this order. */
export const createdLead = z
  .object({
    id: z.uuid().meta({ description: 'Identifier of the lead' }),
    contactId: z.uuid().meta({ description: 'Identifier of the contact created with it' }),
    segment: z.string(),
    status: z.enum(leadStatuses),
    priority: z.enum(leadPriorities),
    temperature: z.enum(leadTemperatures),
    source: z.string(),
    medium: z.string(),
    channel: z.string(),
    createdAt: z.iso.datetime({ precision: 3 }).meta({ description: 'UTC, with milliseconds' }),
  })
  .meta({ id: 'Lead' });

/** A lead in the answer to a dry run. The IDs are null unless the lead exists already. */
export const previewedLead = createdLead
  .extend({ id: z.uuid().nullable(), contactId: z.uuid().nullable() })
  .meta({ id: 'LeadPreview' });
