import type { LeadRow } from '#server/panel-api/schemas/leads.ts';

/** A lead for tests. Leads that differ in the id only are ordered by it: a greater one is newer. */
export const fakeLead = (id: string, values: Partial<LeadRow> = {}): LeadRow => ({
  id,
  name: id,
  phones: [],
  phone: null,
  email: null,
  nameFrom: null,
  phoneMarks: null,
  isReachable: false,
  status: 'new',
  priority: 'medium',
  temperature: 'warm',
  source: 'api',
  medium: 'none',
  channel: 'other',
  campaignName: null,
  origin: 'public_api',
  createdAt: '2026-01-01T00:00:00.000Z',
  ownerId: null,
  openedAt: null,
  firstContactAt: null,
  followUpAt: null,
  duplicates: null,
  ...values,
});
