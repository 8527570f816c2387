import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

export type LeadEvent = LeadDetail['events'][number];

/** The last deletion of a lead that was not restored since. */
export function deletionOf({ events }: Pick<LeadDetail, 'events'>): LeadEvent | undefined {
  const last = events.findLast(({ type }) => type === 'deleted' || type === 'restored');
  return last?.type === 'deleted' ? last : undefined;
}
