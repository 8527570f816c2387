import { plainLead } from '#db/factories/leads.ts';
import { newId } from '#db/id.ts';
import type { LeadRow } from '../intake/lead.ts';

/** A lead on its way in, as small as it may be. */
export const leadRow = (overrides: Partial<LeadRow> = {}): LeadRow => ({
  ...plainLead,
  companyId: newId(),
  id: newId(),
  stepId: newId(),
  contactId: newId(),
  apiKeyId: newId(),
  timeZone: 'UTC',
  phones: [],
  requestId: 'r',
  ...overrides,
});
