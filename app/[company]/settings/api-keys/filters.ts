import type { ApiKeyFilter } from '#server/api/schemas/api-keys.ts';

/** Again here, because the schemas bring zod with them and the list is on every first load. */
export const filters = ['all', 'active', 'inactive', 'expired'] as const satisfies ApiKeyFilter[];

export const filterLabels: Record<ApiKeyFilter, string> = {
  all: 'All',
  active: 'Active',
  inactive: 'Inactive',
  expired: 'Expired',
};

/** The filter that an address asks for; `all` when it asks for none of ours. */
export function readFilter(value: string | string[] | undefined): ApiKeyFilter {
  return filters.find((each) => each === value) ?? 'all';
}
