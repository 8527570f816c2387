'use client';

import { Field, Select } from '#app/_ui/field.tsx';
import { Input } from '#app/_ui/input.tsx';
import { filterLabels } from '#app/[company]/_leads/unknown-filters.tsx';
import { type LeadsAddress, listNames } from '#server/panel-api/schemas/leads-address.ts';
import type { FilterProps } from './filter-chips.tsx';
import { optionsOf } from './filter-labels.ts';

/** One field for each filter. A chosen value is added to those that are set. */
export function FilterPanel({ address, choices, onChange }: FilterProps) {
  const { from, until, phone } = address;
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
      <Field label="Received since">
        <Input
          type="date"
          value={from}
          max={until || undefined}
          onChange={({ currentTarget: { value } }) => set({ from: value })}
        />
      </Field>
      <Field label="Received until">
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
            set({ sort: value === 'oldest' ? 'oldest' : 'newest' })
          }
        >
          <option value="newest">Newest first</option>
          <option value="oldest">Oldest first</option>
        </Select>
      </Field>
    </search>
  );
}
