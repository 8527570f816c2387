'use client';

import { Search as SearchIcon } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Input } from '#app/_ui/input.tsx';
import { useAddress } from '#app/_ui/use-address.ts';
import { searchTextLength } from '#db/values/limits.ts';

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
    <search className="w-full sm:max-w-80">
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
          className="px-8.5"
        />
      </form>
    </search>
  );
}
