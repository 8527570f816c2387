'use client';

import { X } from 'lucide-react';
import { Button } from '#app/_ui/button.tsx';
import { Field, Input, Select } from '#app/_ui/field.tsx';
import { formatDay } from '#app/_ui/format.ts';
import {
  contactLabels,
  followUpLabels,
  priorityLabels,
  statusLabels,
  toSentence,
} from '#app/features/leads/labels.ts';
import { filterLabels, useZoneOfDays } from '#app/features/leads/list-bar.tsx';
import { fieldFilters } from '#db/values/lead-fields.ts';
import {
  contactTimes,
  followUpTimes,
  type LeadSort,
  leadPriorities,
  leadSorts,
  leadStatuses,
  me,
  noOwner,
} from '#db/values/leads.ts';
import type { FilterChoices } from '#server/panel-api/schemas/lead-list.ts';
import {
  emptyAddress,
  type LeadsAddress,
  type ListName,
  listNames,
} from '#server/panel-api/schemas/leads-address.ts';

export const sortLabels: Record<LeadSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  status: 'Status, New first',
  '-status': 'Status, Lost first',
  owner: 'Owner, A to Z',
  '-owner': 'Owner, Z to A',
  source: 'Source, A to Z',
  '-source': 'Source, Z to A',
  followUp: 'Next follow-up first',
  '-followUp': 'Last follow-up first',
};

/** One field for each filter. A chosen value is added to those that are set. */
export function FilterPanel({ address, choices, onChange }: FilterProps) {
  const { from, until, phone } = address;
  const zone = useZoneOfDays(address);
  const inZone = zone && ` (${zone})`;
  const set = (change: Partial<LeadsAddress>) => onChange({ ...address, ...change });

  return (
    <search
      id="lead-filters"
      aria-label="Filters"
      className="grid grid-cols-2 gap-3 rounded-md border border-border bg-surface p-4 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-6"
    >
      {listNames.map((name) => (
        <Field key={name} label={filterLabels[name]}>
          <Select
            value=""
            onChange={({ currentTarget: { value } }) => set({ [name]: [...address[name], value] })}
          >
            <option value="">{address[name].length > 0 ? 'Add…' : 'Any'}</option>
            {optionsOf(name, choices)
              .filter(({ value }) => !address[name].includes(value))
              .map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </Select>
        </Field>
      ))}
      <Field label="Phone">
        <Select
          value={phone}
          onChange={({ currentTarget: { value } }) =>
            set({ phone: value === 'yes' || value === 'no' ? value : '' })
          }
        >
          <option value="">Any</option>
          <option value="yes">Has a phone</option>
          <option value="no">Has no phone</option>
        </Select>
      </Field>
      <Field label={`Received since${inZone}`}>
        <Input
          type="date"
          value={from}
          max={until || undefined}
          onChange={({ currentTarget: { value } }) => set({ from: value })}
        />
      </Field>
      <Field label={`Received until${inZone}`}>
        <Input
          type="date"
          value={until}
          min={from || undefined}
          onChange={({ currentTarget: { value } }) => set({ until: value })}
        />
      </Field>
      <Field label="Order">
        <Select
          value={address.sort}
          onChange={({ currentTarget: { value } }) =>
            set({ sort: leadSorts.find((sort) => sort === value) ?? 'newest' })
          }
        >
          {leadSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </Select>
      </Field>
    </search>
  );
}

interface FilterProps {
  address: LeadsAddress;
  choices: FilterChoices;
  onChange: (address: LeadsAddress) => void;
}

interface Chip {
  key: string;
  label: string;
  without: Partial<LeadsAddress>;
}

/** @param zone of the days; empty for that of the member */
function chipsOf(address: LeadsAddress, choices: FilterChoices, zone = ''): Chip[] {
  const ofList = (name: ListName): Chip[] => {
    const labels = new Map(optionsOf(name, choices).map(({ value, label }) => [value, label]));
    return address[name].map((value) => ({
      key: `${name} ${value}`,
      label: `${filterLabels[name]}: ${labels.get(value) ?? value}`,
      without: { [name]: address[name].filter((each) => each !== value) },
    }));
  };
  const { from, until, phone } = address;
  const inZone = zone && ` (${zone})`;
  return [
    ...listNames.flatMap(ofList),
    ...(from
      ? [{ key: 'from', label: `Since ${formatDay(from)}${inZone}`, without: { from: '' } }]
      : []),
    ...(until
      ? [{ key: 'until', label: `Until ${formatDay(until)}${inZone}`, without: { until: '' } }]
      : []),
    ...(phone
      ? [
          {
            key: 'phone',
            label: phone === 'yes' ? 'Has a phone' : 'Has no phone',
            without: { phone: '' as const },
          },
        ]
      : []),
  ];
}

/** How many filters are set. */
export const countFilters = (address: LeadsAddress, choices: FilterChoices) =>
  chipsOf(address, choices).length;

export const withoutFilters = ({ sort, view, saved }: LeadsAddress): LeadsAddress => ({
  ...emptyAddress,
  sort,
  view,
  saved,
});

/** What the list is filtered by, each with a button that removes it. */
export function FilterChips({ address, choices, onChange }: FilterProps) {
  const zone = useZoneOfDays(address);
  const chips = chipsOf(address, choices, zone);
  if (chips.length === 0) return null;

  return (
    <ul aria-label="Filters that are set" className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, label, without }) => (
        <li key={key} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove the filter ${label}`}
            onClick={() => onChange({ ...address, ...without })}
            className="flex h-7 max-w-full items-center gap-1 rounded-full bg-primary-soft pr-2 pl-3 font-medium text-primary-text text-sm hover:bg-surface-2 coarse:h-11"
          >
            <bdi className="truncate">{label}</bdi>
            <X aria-hidden className="size-3.5 shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <Button size="sm" variant="ghost" onClick={() => onChange(withoutFilters(address))}>
          Clear filters
        </Button>
      </li>
    </ul>
  );
}

interface Option {
  value: string;
  label: string;
}

const archived = (label: string, isArchived: boolean) =>
  isArchived ? `${label} (archived)` : label;

/** What a filter can be set to. */
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
        ...named(choices.members),
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
