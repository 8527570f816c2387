'use client';

import { X } from 'lucide-react';
import { Button } from '#app/_ui/button.tsx';
import { formatDay } from '#app/_ui/format.ts';
import { filterLabels } from '#app/[company]/_leads/unknown-filters.tsx';
import type { FilterChoices } from '#server/panel-api/schemas/lead-list.ts';
import {
  emptyAddress,
  type LeadsAddress,
  type ListName,
  listNames,
} from '#server/panel-api/schemas/leads-address.ts';
import { optionsOf } from './filter-labels.ts';

export interface FilterProps {
  address: LeadsAddress;
  choices: FilterChoices;
  onChange: (address: LeadsAddress) => void;
}

interface Chip {
  key: string;
  label: string;
  without: Partial<LeadsAddress>;
}

function chipsOf(address: LeadsAddress, choices: FilterChoices): Chip[] {
  const ofList = (name: ListName): Chip[] => {
    const labels = new Map(optionsOf(name, choices).map(({ value, label }) => [value, label]));
    return address[name].map((value) => ({
      key: `${name} ${value}`,
      label: `${filterLabels[name]}: ${labels.get(value) ?? value}`,
      without: { [name]: address[name].filter((each) => each !== value) },
    }));
  };
  const { from, until, phone } = address;
  return [
    ...listNames.flatMap(ofList),
    ...(from ? [{ key: 'from', label: `Since ${formatDay(from)}`, without: { from: '' } }] : []),
    ...(until
      ? [{ key: 'until', label: `Until ${formatDay(until)}`, without: { until: '' } }]
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

export const withoutFilters = ({ sort, view }: LeadsAddress): LeadsAddress => ({
  ...emptyAddress,
  sort,
  view,
});

/** What the list is filtered by, each with a button that removes it. */
export function FilterChips({ address, choices, onChange }: FilterProps) {
  const chips = chipsOf(address, choices);
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
