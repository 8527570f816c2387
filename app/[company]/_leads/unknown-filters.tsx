import { type FilterParam, fieldFilters } from '#db/values/lead-fields.ts';
import type { FilterName } from '#server/panel-api/schemas/leads-address.ts';

/** Guarantee of the cast: each filter has its parameter. */
const fieldLabels = Object.fromEntries(
  fieldFilters.map(({ param, label }) => [param, label]),
) as Record<FilterParam, string>;

export const filterLabels: Record<FilterName, string> = {
  funnel: 'Funnel',
  step: 'Step',
  status: 'Status',
  priority: 'Priority',
  owner: 'Owner',
  followUp: 'Follow-up',
  source: 'Source',
  ...fieldLabels,
  key: 'API key',
  from: 'Received from',
  until: 'Received until',
  phone: 'Phone',
};

/** Says which filters of a shared address are left out. */
export function UnknownFilters({ names }: { names: readonly FilterName[] }) {
  if (names.length === 0) return null;

  return (
    <p role="status" className="shrink-0 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      This link filters by something that was deleted, does not exist or cannot be read:{' '}
      {names.map((name) => filterLabels[name]).join(', ')}. The other filters apply.
    </p>
  );
}
