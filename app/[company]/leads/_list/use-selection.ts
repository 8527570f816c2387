'use client';

import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Both, and what is between them. Only the second where the first is not listed. */
function between(ids: readonly string[], one: string | undefined, other: string): string[] {
  const from = one === undefined ? -1 : ids.indexOf(one);
  const to = ids.indexOf(other);

  return from < 0 ? [other] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
}

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

  const listedIds = useRef(ids);
  useLayoutEffect(() => {
    listedIds.current = ids;
  });

  /** Always the same function, so that a row is rendered again only when it changes. */
  const toggle = useCallback((id: string, range: boolean): void => {
    const all = range ? between(listedIds.current, last.current, id) : [id];
    last.current = id;
    setChosen((before) => {
      const next = new Set(before);
      for (const each of all) {
        if (before.has(id)) next.delete(each);
        else next.add(each);
      }
      return next;
    });
  }, []);

  return {
    chosen,
    toggle,
    choose: (all: readonly string[]) => setChosen(new Set(all)),
    clear: () => setChosen(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
