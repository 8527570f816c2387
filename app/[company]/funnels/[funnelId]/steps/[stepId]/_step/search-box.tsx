'use client';

import { Search as SearchIcon } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Input } from '#app/_ui/field.tsx';
import { useAddress } from '#app/_ui/use-address.ts';

/** Milliseconds. */
const typingPause = 250;
const maxLength = 200;

/**
 * The text of the search box and the search itself, which follows it after a pause and is kept in
 * the address.
 */
export function useSearch() {
  const [searched, setSearched] = useAddress('q');
  const [text, setText] = useState(searched);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  function search(next: string) {
    clearTimeout(timer.current);
    setSearched(next.trim());
  }

  function type(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(next), typingPause);
  }

  function clear() {
    setText('');
    search('');
  }

  return {
    text,
    searched: searched.trim().slice(0, maxLength) || undefined,
    type,
    submit: () => search(text),
    clear,
  };
}

export type Search = ReturnType<typeof useSearch>;

const typingIn = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

export function SearchBox({ search }: { search: Search }) {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    function focusOnSlash(event: KeyboardEvent) {
      const busy = event.target instanceof Element && event.target.closest(typingIn);
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || busy) return;
      event.preventDefault();
      input.current?.focus();
    }
    document.addEventListener('keydown', focusOnSlash);

    return () => document.removeEventListener('keydown', focusOnSlash);
  }, []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    search.submit();
  }

  return (
    <search className="w-full sm:w-80">
      <form onSubmit={submit} className="relative">
        <SearchIcon
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-fg-muted"
        />
        <Input
          ref={input}
          type="search"
          aria-label="Search leads"
          aria-keyshortcuts="/"
          placeholder="Name or phone"
          autoComplete="off"
          maxLength={maxLength}
          value={search.text}
          onChange={(event) => search.type(event.currentTarget.value)}
          // Before a click on a lead opens it: a later change of the address would cancel that.
          onBlur={search.submit}
          className="peer px-8.5"
        />
        <kbd
          aria-hidden
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2 hidden rounded-sm border border-border bg-surface-2 px-1.5 font-mono text-fg-muted text-xs peer-placeholder-shown:pointer-fine:block peer-focus:hidden!"
        >
          /
        </kbd>
      </form>
    </search>
  );
}
