'use client';

import { useRef, useState } from 'react';

/**
 * The chosen leads. With Shift, all between the lead that was chosen last and this one.
 *
 * @param query what is listed: another list begins without chosen leads
 */
export function useSelection(ids: readonly string[], query: string) {
  const [listed, setListed] = useState(query);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  if (listed !== query) {
    setListed(query);
    setChosen(new Set());
  }

  function toggle(id: string, range: boolean): void {
    const from = range && last.current !== undefined ? ids.indexOf(last.current) : -1;
    const to = ids.indexOf(id);
    const all = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    const isAdded = !chosen.has(id);
    const next = new Set(chosen);
    for (const each of all) {
      if (isAdded) next.add(each);
      else next.delete(each);
    }
    last.current = id;
    setChosen(next);
  }

  return {
    chosen,
    toggle,
    choose: (all: readonly string[]) => setChosen(new Set(all)),
    clear: () => setChosen(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
