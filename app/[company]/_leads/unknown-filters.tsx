import type { ListName } from '#server/panel-api/schemas/leads-address.ts';

export const filterLabels: Record<ListName, string> = {
  funnel: 'Funnel',
  step: 'Step',
  status: 'Status',
  priority: 'Priority',
  owner: 'Owner',
  source: 'Source',
  campaign: 'Campaign',
  key: 'API key',
};

/** Says which filters of a shared address were left out. */
export function UnknownFilters({ names }: { names: readonly ListName[] }) {
  if (names.length === 0) return null;

  return (
    <p role="status" className="shrink-0 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      This link filters by something that was deleted or does not exist:{' '}
      {names.map((name) => filterLabels[name]).join(', ')}. The other filters apply.
    </p>
  );
}
