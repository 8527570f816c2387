'use client';

import { Pause, Play, Search as SearchIcon } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { useIsStreamOpen } from '#app/_trpc/use-changes.ts';
import { useAddress } from '#app/_ui/address.ts';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { useConnection } from '#app/_ui/connection.ts';
import { Input } from '#app/_ui/field.tsx';
import { nameTimeZone } from '#app/_ui/format.ts';
import { searchTextLength } from '#db/values/limits.ts';
import type { FilterName, LeadsAddress } from '#server/panel-api/schemas/leads-address.ts';
import { filterLabels } from './filters/filter-values.ts';

/** Milliseconds. */
const typingPause = 250;

/**
 * The text of the search box and the search itself, which follows it after a pause and is kept in
 * the address.
 */
export function useSearch() {
  const [searched, setSearched] = useAddress('q');
  const [text, setText] = useState(searched);
  /** The search in the address, and what was set since: the address follows later. */
  const [asked, setAsked] = useState([searched]);
  if (searched !== asked[0]) {
    const place = asked.lastIndexOf(searched);
    setAsked(place < 0 ? [searched] : asked.slice(place));
    // Changed by a link, not by what is typed.
    if (place < 0) setText(searched);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  function search(next: string) {
    clearTimeout(timer.current);
    setAsked([...asked, next.trim()]);
    setSearched(next.trim());
  }

  function type(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(next), typingPause);
  }

  /** As if it had been typed and searched for. */
  function show(next: string) {
    setText(next);
    search(next);
  }

  return {
    text,
    searched: searched.trim().slice(0, searchTextLength) || undefined,
    type,
    submit: () => search(text),
    show,
    clear: () => show(''),
  };
}

/** What a search looks at, in the empty box. */
export const searchHint = 'Name, phone, email, campaign';

export type Search = ReturnType<typeof useSearch>;

interface SearchBoxProps {
  search: Search;
  /** "Search leads of this step" */
  label: string;
  placeholder: string;
}

export function SearchBox({ search, label, placeholder }: SearchBoxProps) {
  function submit(event: SubmitEvent) {
    event.preventDefault();
    search.submit();
  }

  return (
    <search className="w-full">
      <form onSubmit={submit} className="relative">
        <SearchIcon
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-fg-muted"
        />
        <Input
          type="search"
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={searchTextLength}
          value={search.text}
          onChange={(event) => search.type(event.currentTarget.value)}
          // Before a click on a lead opens it: a later change of the address would cancel that.
          onBlur={search.submit}
          className="text-ellipsis px-8.5"
        />
      </form>
    </search>
  );
}

const clockTime = (at: Date) => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(at);

export interface Live {
  isPaused: boolean;
  /** The last read failed; it is repeated. */
  isFailing: boolean;
  /** Pauses or resumes; absent where that makes no sense. */
  onToggle?: () => void;
}

interface LiveStatusProps extends Live {
  /** The text while the connection works. */
  children: ReactNode;
}

/** Whether the list is updated automatically. */
export function LiveStatus({ isPaused: paused, isFailing, onToggle, children }: LiveStatusProps) {
  const connection = useConnection();
  const isLost = connection.state !== 'online';
  const works = !isLost && !paused && !isFailing;
  const state = useLiveState({ isLost, paused, isFailing });

  function text() {
    if (isLost) return `Offline since ${clockTime(connection.since)}`;
    if (paused) {
      return (
        <span>
          Paused<span className="max-sm:sr-only">: new leads are not shown</span>
        </span>
      );
    }

    return works ? <span className="max-sm:sr-only">{children}</span> : 'Reconnecting…';
  }

  return (
    <div className={cn('flex min-h-8 items-center gap-x-2', !works && 'flex-wrap')}>
      <p
        data-testid="live-status"
        data-live={state}
        className="relative flex items-center gap-2 text-fg-muted text-sm"
      >
        <span
          aria-hidden
          className={cn(
            'size-2 shrink-0 rounded-full',
            works && 'bg-success',
            paused && !isLost && 'bg-fg-subtle',
            !works && (!paused || isLost) && 'bg-warning',
          )}
        />
        {text()}
      </p>
      {onToggle && !isLost && (
        <Button size="sm" variant="ghost" onClick={onToggle} className="relative">
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
          <span className="max-sm:sr-only">{paused ? 'Resume' : 'Pause'}</span>
        </Button>
      )}
    </div>
  );
}

/** For tests. `polling`: there is no stream of changes, so new leads are requested at intervals. */
function useLiveState(is: { isLost: boolean; paused: boolean; isFailing: boolean }) {
  const isOpen = useIsStreamOpen();
  if (is.isLost) return 'closed';
  if (is.paused) return 'paused';
  if (is.isFailing) return 'reconnecting';
  return isOpen ? 'open' : 'polling';
}

/** The time zone of the days in an address, where it is not that of the member; else empty. */
export function useZoneOfDays({ zone }: LeadsAddress): string {
  const { user, company } = useSession();
  const isOther = zone === 'company' && (user.timeZone ?? company.timeZone) !== company.timeZone;
  return isOther ? nameTimeZone(company.timeZone) : '';
}

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
