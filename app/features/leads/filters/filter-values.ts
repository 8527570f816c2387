import { formatDay } from '#app/_ui/format.ts';
import {
  contactLabels,
  followUpLabels,
  priorityLabels,
  statusLabels,
  toSentence,
} from '#app/features/leads/labels.ts';
import { type FilterParam, fieldFilters } from '#db/values/lead-fields.ts';
import {
  contactTimes,
  followUpTimes,
  leadPriorities,
  leadStatuses,
  me,
  noOwner,
} from '#db/values/leads.ts';
import type { FilterChoices } from '#server/panel-api/schemas/lead-list.ts';
import {
  emptyAddress,
  type FilterName,
  type LeadsAddress,
  type ListName,
  listNames,
} from '#server/panel-api/schemas/leads-address.ts';

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
  contact: 'First contact',
  source: 'Source',
  ...fieldLabels,
  key: 'API key',
  from: 'Received from',
  until: 'Received until',
  zone: 'Time zone',
  phone: 'Phone',
};

/** What a list or board is filtered by: a list of values, days, or whether there is a phone. */
export type Filter = ListName | 'received' | 'phone';

export const labelFilter = (filter: Filter): string =>
  filter === 'received' ? 'Received' : filterLabels[filter];

/** In the order in which they are offered: what people filter by most first. */
const order: readonly Filter[] = [
  'owner',
  'status',
  'followUp',
  'source',
  'received',
  'step',
  'funnel',
  'priority',
  'contact',
  'phone',
];
export const filters: readonly Filter[] = [...new Set([...order, ...listNames])];

export const isSet = (filter: Filter, address: LeadsAddress): boolean => {
  if (filter === 'received') return address.from !== '' || address.until !== '';
  return address[filter].length > 0;
};

/** The part of an address without a filter. */
export function withoutFilter(filter: Filter): Partial<LeadsAddress> {
  if (filter === 'received') return { from: '', until: '', zone: '' };
  return { [filter]: emptyAddress[filter] };
}

export const withoutFilters = ({ q, sort, view, saved }: LeadsAddress): LeadsAddress => ({
  ...emptyAddress,
  q,
  sort,
  view,
  saved,
});

const namedValues = 2;

/**
 * What a filter is set to, in a few words.
 *
 * @param zone of the days; empty for that of the member
 */
export function describeFilter(
  filter: Filter,
  address: LeadsAddress,
  choices: FilterChoices,
  zone: string,
): string {
  if (filter === 'phone') return phoneLabels[address.phone];
  if (filter === 'received') {
    const { from, until } = address;
    if (!from && !until) return 'Any time';
    const days = [from && `since ${formatDay(from)}`, until && `until ${formatDay(until)}`];
    return [...days, zone].filter(Boolean).join(', ');
  }

  const labels = new Map(optionsOf(filter, choices).map(({ value, label }) => [value, label]));
  const values = address[filter].map((value) => labels.get(value) ?? value);
  if (values.length === 0) return 'Any';
  const more = values.length - namedValues;
  return `${values.slice(0, namedValues).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export const phoneLabels: Record<LeadsAddress['phone'], string> = {
  '': 'Any',
  yes: 'Has a phone',
  no: 'Has no phone',
};

/** A value that a filter can be set to. */
export interface Option {
  value: string;
  label: string;
}

const archived = (label: string, isArchived: boolean) =>
  isArchived ? `${label} (archived)` : label;

/** What a filter with a list of values can be set to. */
export function optionsOf(name: ListName, choices: FilterChoices): Option[] {
  const named = (items: readonly { id: string; name: string }[]) =>
    items.map((item) => ({ value: item.id, label: item.name }));

  switch (name) {
    case 'funnel':
      return named([...new Map(choices.steps.map(({ funnel }) => [funnel.id, funnel])).values()]);
    case 'step':
      return choices.steps.map(({ id, name: step, funnel, isArchived }) => ({
        value: id,
        label: archived(`${funnel.name}: ${step}`, isArchived),
      }));
    case 'status':
      return leadStatuses.map((value) => ({ value, label: statusLabels[value] }));
    case 'priority':
      return leadPriorities.map((value) => ({ value, label: priorityLabels[value] }));
    case 'owner':
      return [
        { value: me, label: 'Me' },
        { value: noOwner, label: 'No owner' },
        ...choices.members.map(({ id, name: member, isActive }) => ({
          value: id,
          label: isActive ? member : `${member} (deactivated)`,
        })),
      ];
    case 'followUp':
      return followUpTimes.map((value) => ({ value, label: followUpLabels[value] }));
    case 'contact':
      return contactTimes.map((value) => ({ value, label: contactLabels[value] }));
    case 'source':
      return choices.sources.map((value) => ({ value, label: toSentence(value) }));
    case 'key':
      return named(choices.keys);
    default:
      return fieldFilters
        .filter(({ param }) => param === name)
        .flatMap(({ key }) => choices[key].map((value) => ({ value, label: value })));
  }
}
