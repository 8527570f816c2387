import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** The leads that are chosen of those that a query lists. */
export interface Chosen {
  query: string;
  ids: ReadonlySet<string>;
}

const noIds: ReadonlySet<string> = new Set();

/** @param query that the ids were read for: those of another one are not chosen */
export const choose = (before: Chosen, ids: readonly string[], query: string): Chosen =>
  before.query === query ? { query, ids: new Set(ids) } : before;

/**
 * After a change of what was chosen: only the rest still is. What was chosen meanwhile stays as it is.
 *
 * @param changed the set that was changed, itself
 * @param rest ids of those that were not changed
 */
export const keepRest = (
  before: Chosen,
  changed: ReadonlySet<string>,
  rest: readonly string[],
): Chosen => (before.ids === changed ? { ...before, ids: new Set(rest) } : before);

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
  const [state, setState] = useState<Chosen>({ query, ids: noIds });
  const last = useRef<string>(undefined);
  if (state.query !== query) setState({ query, ids: noIds });

  const listedIds = useRef(ids);
  useLayoutEffect(() => {
    listedIds.current = ids;
  });

  /** Always the same function, so that a row is rendered again only when it changes. */
  const toggle = useCallback((id: string, range: boolean): void => {
    const all = range ? between(listedIds.current, last.current, id) : [id];
    last.current = id;
    setState((before) => {
      const next = new Set(before.ids);
      for (const each of all) {
        if (before.ids.has(id)) next.delete(each);
        else next.add(each);
      }
      return { ...before, ids: next };
    });
  }, []);

  return {
    chosen: state.ids,
    query,
    toggle,
    choose: (all: readonly string[], of = query) => setState((before) => choose(before, all, of)),
    keepRest: (changed: ReadonlySet<string>, rest: readonly string[]) =>
      setState((before) => keepRest(before, changed, rest)),
    clear: () => setState({ query, ids: noIds }),
  };
}

export type Selection = ReturnType<typeof useSelection>;
