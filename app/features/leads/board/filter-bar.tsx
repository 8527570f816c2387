'use client';

import { ChevronDown, Rows4, X } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useMemo } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { useRemembered } from '#app/_trpc/use-remembered.ts';
import { Button } from '#app/_ui/button.tsx';
import { formatDay } from '#app/_ui/format.ts';
import { Menu, MenuCheckboxGroup, MenuRadioGroup } from '#app/_ui/menu.tsx';
import { useTimeZone } from '#app/_ui/time.tsx';
import { followUpLabels, statusLabels, toSentence } from '#app/features/leads/labels.ts';
import {
  filterLabels,
  type Search,
  SearchBox,
  useZoneOfDays,
} from '#app/features/leads/list-bar.tsx';
import { SourceIcon } from '#app/features/leads/marks.tsx';
import { followUpTimes, leadStatuses, me, noOwner } from '#db/values/leads.ts';
import { dayIn } from '#db/values/time-zone.ts';
import {
  emptyAddress,
  isGivenIn,
  type LeadsAddress,
  type ListName,
  readAddress,
  writeAddress,
} from '#server/panel-api/schemas/leads-address.ts';
import type { MemberView } from '#server/panel-api/schemas/members.ts';
import { changeAddress, readBoardAddress } from './board-address.ts';
import { useBoardSettings } from './use-board.ts';

interface FilterBarProps {
  address: FilterAddress;
  search: Search;
  members: readonly MemberView[];
  /** Of the leads on the board. */
  sources: readonly string[];
  onClear: () => void;
}

const commonSources = ['facebook', 'instagram', 'google', 'bing', 'tiktok', 'linkedin', 'api'];

/** The filters that an agent needs on the board; the address may have more of them. */
export function FilterBar({ address, search, members, sources, onClear }: FilterBarProps) {
  const { user } = useSession();
  const isFiltered = address.filter !== undefined || search.searched !== undefined;
  const others = members.filter(
    ({ id, isActive }) => isActive && (id !== user.id || address.address.owner.includes(id)),
  );
  const owners = [
    { value: me, label: 'Me' },
    { value: noOwner, label: 'No owner' },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const chosenSources = address.address.source;
  const allSources = [...new Set([...commonSources, ...sources, ...chosenSources])];

  return (
    <div className="-mx-4 -my-1 flex shrink-0 items-center gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
      <div className="w-52 shrink-0 sm:w-64">
        <SearchBox search={search} label="Search leads of this funnel" placeholder="Search" />
      </div>
      <Choice address={address} name="owner" options={owners} />
      <Choice
        address={address}
        name="status"
        options={leadStatuses.map((value) => ({ value, label: statusLabels[value] }))}
      />
      <Choice
        address={address}
        name="followUp"
        options={followUpTimes.map((value) => ({ value, label: followUpLabels[value] }))}
      />
      <Choice
        address={address}
        name="source"
        options={allSources.map((value) => ({
          value,
          label: toSentence(value),
          icon: <SourceIcon source={value} />,
        }))}
      />
      <Arrival address={address} />
      {isFiltered && (
        <Button variant="ghost" onClick={onClear}>
          <X aria-hidden />
          Clear filters
        </Button>
      )}
      <Density />
    </div>
  );
}

function Density() {
  const [{ compact }, save] = useBoardSettings();

  return (
    <Button
      aria-pressed={compact}
      className="ml-auto aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text"
      onClick={() => save({ compact: !compact })}
    >
      <Rows4 aria-hidden />
      Compact
    </Button>
  );
}

interface ChoiceProps {
  address: FilterAddress;
  name: ListName;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
}

function Choice({ address, name, options }: ChoiceProps) {
  const label = filterLabels[name];
  const values = address.address[name];
  const [only] = values.length === 1 ? values : [];
  const single = options.find(({ value }) => value === only)?.label;

  return (
    <Menu
      align="start"
      trigger={<Trigger label={label} chosen={single ?? (values.length || '')} />}
    >
      <MenuCheckboxGroup
        label={label}
        values={values}
        onValuesChange={(chosen) => address.set({ [name]: chosen })}
        options={options.map((option) => ({ ...option, label: <bdi>{option.label}</bdi> }))}
      />
    </Menu>
  );
}

const day = 86_400_000;

/** Days before today, and what is shown from then on. */
const periods = [
  { days: 0, label: 'Today' },
  { days: 6, label: 'Last 7 days' },
  { days: 29, label: 'Last 30 days' },
];

function Arrival({ address }: { address: FilterAddress }) {
  const { from, until } = address.address;
  const zone = useZoneOfDays(address.address);
  const texts = [from && `since ${formatDay(from)}`, until && `until ${formatDay(until)}`, zone];

  return (
    <Menu
      align="start"
      trigger={<Trigger label="Received" chosen={texts.filter(Boolean).join(', ')} />}
    >
      <Periods address={address} />
    </Menu>
  );
}

/** Apart, so that the time zone is used only when the menu is open. */
function Periods({ address }: { address: FilterAddress }) {
  const timeZone = useTimeZone();

  return (
    <MenuRadioGroup
      label="Received"
      value={address.address.from}
      onValueChange={(since) => address.set({ from: since, until: '', zone: '' })}
      options={[
        { value: '', label: 'Any time' },
        ...periods.map(({ days, label }) => ({
          value: dayIn(timeZone, new Date(Date.now() - days * day)),
          label,
        })),
      ]}
    />
  );
}

type TriggerProps = { label: string; chosen: string | number } & Omit<
  Parameters<typeof Button>[0],
  'children' | 'variant' | 'size' | 'className'
>;

/** Has the props that a menu gives its button. */
function Trigger({ label, chosen, ...button }: TriggerProps) {
  return (
    <Button
      {...button}
      data-chosen={chosen === '' ? undefined : ''}
      className="data-chosen:border-primary data-chosen:bg-primary-soft data-chosen:text-primary-text"
    >
      <span className="max-w-56 truncate">
        {label}
        {chosen !== '' && <span className="font-normal">: {chosen}</span>}
      </span>
      <ChevronDown aria-hidden />
    </Button>
  );
}

/**
 * The filter of leads in the address, remembered for the board of each funnel.
 *
 * @param members absent while they are unknown: then any owner is taken for one
 */
export function useFilterAddress(funnelId: string, members: readonly MemberView[] | undefined) {
  const params = useSearchParams();
  const read = useMemo(() => readBoardAddress(params, members), [params, members]);

  useRemembered({
    screen: `board.${funnelId}`,
    query: writeAddress(read.address),
    isGiven: isGivenIn(params),
    restore: (query) => set(readAddress(new URLSearchParams(query))),
  });

  function set(change: Partial<LeadsAddress>): void {
    const url = new URL(location.href);
    changeAddress(url, change);
    if (url.href !== location.href) history.replaceState(null, '', url);
  }

  return { ...read, set, clear: () => set(emptyAddress) };
}

type FilterAddress = ReturnType<typeof useFilterAddress>;
