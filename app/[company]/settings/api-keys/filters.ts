import { apiKeyFilters } from '#db/values/api-keys.ts';
import type { ApiKeyFilter } from '#server/api/schemas/api-keys.ts';

export const filterLabels: Record<ApiKeyFilter, string> = {
  all: 'All',
  active: 'Active',
  inactive: 'Inactive',
  expired: 'Expired',
};

/** The filter that an address asks for; `all` when it asks for none of ours. */
export function readFilter(value: string | string[] | undefined): ApiKeyFilter {
  return apiKeyFilters.find((each) => each === value) ?? 'all';
}
