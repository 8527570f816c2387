import type { DuplicateOfLead } from '#server/panel-api/schemas/lead-duplicates.ts';

/** What two leads have in common: `Same phone and email`. */
export function labelShares({ phone, email, externalId }: DuplicateOfLead['shares']): string {
  const shared = [phone && 'phone', email && 'email', externalId && 'external ID'].filter(Boolean);
  return `Same ${shared.join(' and ')}`;
}
