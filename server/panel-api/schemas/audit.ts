import { z } from 'zod';
import { auditFilters } from '#db/values/audit.ts';
import { day, senderText, sentInstant } from './common.ts';

export const listAuditInput = z.object({
  /** The id of a user, or `system` for the command line. */
  who: z.union([z.uuid(), z.literal('system')]).optional(),
  what: z.enum(auditFilters),
  /** First and last day in the time zone of the user, else of the company, as `2027-01-31`. */
  from: day.optional(),
  until: day.optional(),
  /** `nextCursor` of the page before. */
  cursor: z.string().max(200).nullish(),
});

const value = z.union([senderText, z.number(), z.boolean(), z.null()]);

const auditEntry = z.object({
  id: z.uuid(),
  /** As `apiKeys.deactivate`; those known are `auditActions`. */
  action: z.string(),
  actorKind: z.enum(['user', 'apiKey', 'system']),
  actorName: z.string(),
  address: z.string().nullable(),
  subjectName: senderText.nullable(),
  /** The lead that was changed. */
  leadId: z.uuid().nullable(),
  details: z.record(senderText, z.union([value, z.object({ from: value, to: value })])).nullable(),
  createdAt: sentInstant,
});

export const auditPage = z.object({
  items: z.array(auditEntry),
  /** By whose actions the log can be filtered. */
  members: z.array(z.object({ id: z.uuid(), name: z.string() })),
  nextCursor: z.string().nullable(),
});

export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditPage = z.infer<typeof auditPage>;
