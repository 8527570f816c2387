'use client';

import { ChevronDown, ListFilter, X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { focusIfLost } from '#app/_ui/focus.ts';
import { late } from '#app/_ui/late.tsx';
import {
  Menu,
  MenuCheckboxGroup,
  MenuItem,
  MenuRadioGroup,
  MenuSeparator,
  Submenu,
} from '#app/_ui/menu.tsx';
import { useTimeZone } from '#app/_ui/time.tsx';
import { useZoneOfDays } from '#app/features/leads/list-bar.tsx';
import { SourceIcon } from '#app/features/leads/marks.tsx';
import { dayIn } from '#db/values/time-zone.ts';
import type { FilterChoices } from '#server/panel-api/schemas/lead-list.ts';
import type { LeadsAddress, ListName } from '#server/panel-api/schemas/leads-address.ts';
import {
  describeFilter,
  type Filter,
  filters,
  isSet,
  labelFilter,
  optionsOf,
  phoneLabels,
  withoutFilter,
} from './filter-values.ts';

const DaysDialog = late(async () => (await import('./days-dialog.tsx')).DaysDialog);

interface FilterProps {
  address: LeadsAddress;
  choices: FilterChoices;
  onChange: (change: Partial<LeadsAddress>) => void;
}

interface FilterBarProps extends FilterProps {
  /** The search box; absent where nothing is searched. */
  search?: ReactNode;
  /** How many leads are found. */
  total: ReactNode;
  /** Filters that are not offered: the screen has them in another way. */
  without?: readonly Filter[];
  /** Removes all filters and the search; absent when there are none. */
  onClear: (() => void) | undefined;
  /** What else the screen is set by, at the end of the row. */
  children: ReactNode;
}

const none: readonly Filter[] = [];

/** What a list or board shows: the search, each filter that is set, and a button that adds one. */
export function FilterBar(props: FilterBarProps) {
  const { address, choices, onChange, search, total, without = none, onClear, children } = props;
  const add = useRef<HTMLButtonElement>(null);
  const [isChoosingDays, setChoosingDays] = useState(false);
  /** The filter whose menu is open. Its chip stays until that is closed. */
  const [openFilter, setOpenFilter] = useState<Filter>();
  const offered = filters.filter((filter) => !without.includes(filter));
  const menuProps = {
    address,
    choices,
    onChange,
    onChooseDays: () => setChoosingDays(true),
  };

  function remove(filter: Filter) {
    onChange(withoutFilter(filter));
    add.current?.focus();
  }
  function clear() {
    onClear?.();
    add.current?.focus();
  }
  function changeMenu(filter: Filter, isOpen: boolean) {
    setOpenFilter(isOpen ? filter : undefined);
    // The menu gives the focus back to its chip, which goes when it is empty.
    if (!isOpen && !isSet(filter, address)) setTimeout(() => focusIfLost(() => add.current));
  }

  return (
    // Its own texts for screen readers would widen the page otherwise.
    <div className="relative -mx-4 -my-1 flex min-w-0 shrink-0 items-center gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
      {search && <div className="w-44 shrink-0 sm:w-60 lg:w-80">{search}</div>}
      {total}
      {offered
        .filter((filter) => filter === openFilter || isSet(filter, address))
        .map((filter) => (
          <Chip
            key={filter}
            {...menuProps}
            filter={filter}
            onOpenChange={(isOpen) => changeMenu(filter, isOpen)}
            onRemove={() => remove(filter)}
          />
        ))}
      <AddFilter {...menuProps} ref={add} offered={offered} />
      {onClear && (
        <Button variant="ghost" onClick={clear} className="shrink-0">
          Clear filters
        </Button>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-2">{children}</div>
      {isChoosingDays && (
        <DaysDialog address={address} onChange={onChange} onClose={() => setChoosingDays(false)} />
      )}
    </div>
  );
}

interface MenuProps extends FilterProps {
  onChooseDays: () => void;
}

interface ChipProps extends MenuProps {
  filter: Filter;
  onOpenChange: (isOpen: boolean) => void;
  onRemove: () => void;
}

const chipPart = 'flex h-control items-center hover:bg-primary/10 focus-visible:-outline-offset-2';

/** A filter that is set: one press changes it, the other removes it. */
function Chip({ filter, onOpenChange, onRemove, ...props }: ChipProps) {
  const zone = useZoneOfDays(props.address);
  const label = labelFilter(filter);
  const text = describeFilter(filter, props.address, props.choices, zone);

  return (
    <fieldset className="flex min-w-0 max-w-full shrink-0 overflow-hidden rounded-md border border-primary bg-primary-soft text-primary-text">
      <legend className="sr-only">{label}</legend>
      <Menu
        align="start"
        onOpenChange={onOpenChange}
        trigger={
          <button type="button" className={`${chipPart} min-w-0 gap-1.5 pr-1.5 pl-3`}>
            <span className="max-w-64 truncate">
              <span className="font-medium">{label}:</span> <bdi>{text}</bdi>
            </span>
            <ChevronDown aria-hidden className="size-4 shrink-0" />
          </button>
        }
      >
        <FilterMenu {...props} filter={filter} />
      </Menu>
      <button
        type="button"
        aria-label={`Remove the filter ${label}: ${text}`}
        onClick={onRemove}
        className={`${chipPart} px-2 coarse:px-3`}
      >
        <X aria-hidden className="size-4" />
      </button>
    </fieldset>
  );
}

interface AddFilterProps extends MenuProps {
  offered: readonly Filter[];
  ref: RefObject<HTMLButtonElement | null>;
}

function AddFilter({ offered, ref, ...props }: AddFilterProps) {
  const { address, choices } = props;
  const hasValues = (filter: Filter) =>
    filter === 'received' || filter === 'phone' || optionsOf(filter, choices).length > 0;

  return (
    <Menu
      align="start"
      trigger={
        <Button ref={ref} className="shrink-0">
          <ListFilter aria-hidden />
          Add filter
        </Button>
      }
    >
      {offered
        .filter((filter) => isSet(filter, address) || hasValues(filter))
        .map((filter) => (
          <Submenu key={filter} label={labelFilter(filter)}>
            <FilterMenu {...props} filter={filter} />
          </Submenu>
        ))}
    </Menu>
  );
}

interface FilterMenuProps extends MenuProps {
  filter: Filter;
}

/** The values of a filter. */
function FilterMenu({ filter, ...props }: FilterMenuProps) {
  const { address, onChange } = props;
  if (filter === 'received') return <Days {...props} />;
  if (filter !== 'phone') return <Values {...props} name={filter} />;

  return (
    <MenuRadioGroup
      label={labelFilter(filter)}
      value={address.phone}
      onValueChange={(phone) => onChange({ phone })}
      options={(['', 'yes', 'no'] as const).map((value) => ({ value, label: phoneLabels[value] }))}
    />
  );
}

function Values({ name, address, choices, onChange }: FilterProps & { name: ListName }) {
  const chosen = address[name];
  const known = optionsOf(name, choices);
  const others = chosen
    .filter((value) => known.every((option) => option.value !== value))
    .map((value) => ({ value, label: value }));

  return (
    <MenuCheckboxGroup
      label={labelFilter(name)}
      values={chosen}
      onValuesChange={(values) => onChange({ [name]: values })}
      options={[...known, ...others].map(({ value, label }) => ({
        value,
        label: <bdi>{label}</bdi>,
        icon: name === 'source' && <SourceIcon source={value} />,
      }))}
    />
  );
}

const day = 86_400_000;

/** Days before today, and what is shown from then on. */
const periods = [
  { days: 0, label: 'Today' },
  { days: 6, label: 'Last 7 days' },
  { days: 29, label: 'Last 30 days' },
];

/** A component of its own, so that the time zone is used only when the menu is open. */
function Days({ address, onChange, onChooseDays }: MenuProps) {
  const timeZone = useTimeZone();
  const isOpenEnded = address.until === '' && address.zone === '';

  return (
    <>
      <MenuRadioGroup
        label="Received"
        value={isOpenEnded ? address.from : 'other'}
        onValueChange={(from) => onChange({ from, until: '', zone: '' })}
        options={[
          { value: '', label: 'Any time' },
          ...periods.map(({ days, label }) => ({
            value: dayIn(timeZone, new Date(Date.now() - days * day)),
            label,
          })),
        ]}
      />
      <MenuSeparator />
      <MenuItem onSelect={onChooseDays}>Choose days…</MenuItem>
    </>
  );
}
