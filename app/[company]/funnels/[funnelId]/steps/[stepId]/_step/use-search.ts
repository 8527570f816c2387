'use client';

import { useEffect, useRef, useState } from 'react';
import { useAddress } from '#app/_ui/use-address.ts';

const typingPause = 250;
const longest = 200;

/**
 * What stands in the search box, and what is searched for: the same a moment later, and in the
 * address, so that it survives a reload and can be sent to somebody.
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
    searched: searched.trim().slice(0, longest) || undefined,
    type,
    submit: () => search(text),
    clear,
  };
}

export type Search = ReturnType<typeof useSearch>;
