'use client';

import { ArrowUp } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useLiveQueries } from '#app/_trpc/live-queries.tsx';
import { holdBack, isNewer, type Listed } from '#app/_trpc/loaded-list.ts';
import { cn } from '#app/_ui/cn.ts';
import { count } from '#app/_ui/format.ts';

interface List<Item extends Listed> {
  id: string;
  /** The newest first. */
  items: readonly Item[];
}

const none: ReadonlySet<string> = new Set();

const newestOf = <Item extends Listed>([first, ...others]: readonly Item[]) =>
  others.reduce((newest, item) => (newest && isNewer(newest, item) ? newest : item), first);

interface HeldLeads<Item extends Listed> {
  lists: readonly List<Item>[];
  /** Whether a list shows no lead that arrives from now on. */
  isHeld: (listId: string) => boolean;
  /** Ids of leads that are shown nevertheless. */
  exempt?: ReadonlySet<string> | undefined;
}

/**
 * Keeps lists still for their reader: leads that arrive while a list is held are shown when it is
 * released, or no longer held.
 */
export function useHeldLeads<Item extends Listed>({
  lists,
  isHeld,
  exempt = none,
}: HeldLeads<Item>) {
  /** By held list: its first lead when it was held or released; of an empty one, the newest of all lists. */
  const [tops, setTops] = useState<ReadonlyMap<string, Item | undefined>>(() => new Map());
  const topOf = ({ items: [first] }: List<Item>) =>
    first ?? newestOf(lists.flatMap(({ items }) => items.slice(0, 1)));

  const held = lists.filter(({ id }) => isHeld(id));
  if (held.length !== tops.size || held.some(({ id }) => !tops.has(id))) {
    const kept = (list: List<Item>) => (tops.has(list.id) ? tops.get(list.id) : topOf(list));
    setTops(new Map(held.map((list) => [list.id, kept(list)])));
  }

  const shownOf = ({ id, items }: List<Item>) => holdBack(items, tops.get(id), exempt);
  /** A list that is still held is so from now on. */
  function release(listId: string) {
    setTops((before) => new Map([...before].filter(([id]) => id !== listId)));
  }

  return { shownOf, release };
}

/** Whether the top of an element has left the window. */
function useIsScrolledPast(element: RefObject<Element | null>): boolean {
  const [isPast, setPast] = useState(false);

  useEffect(() => {
    if (!element.current) return undefined;
    // Sees only the upper edge of the window.
    const observer = new IntersectionObserver(
      (entries) => setPast(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: '0px 0px -100% 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);

  return isPast;
}

interface ShownLeads<Item extends Listed> {
  items: readonly Item[];
  /** What is shown: with another filter or search, the list is live again. */
  view: string;
  /** The top of the list. */
  top: RefObject<Element | null>;
  /** Otherwise new leads do not push others away, and none wait. */
  isNewestFirst?: boolean;
}

/** The leads of a list on a page: new ones wait while its top is out of sight, or it is paused. */
export function useShownLeads<Item extends Listed>(given: ShownLeads<Item>) {
  const { items, view, top, isNewestFirst = true } = given;
  const { isFailing } = useLiveQueries();
  const [pausedView, setPausedView] = useState<string>();
  const isPaused = pausedView === view;
  const isScrolled = useIsScrolledPast(top);
  const list = { id: view, items };
  const { shownOf, release } = useHeldLeads({
    lists: [list],
    isHeld: () => isNewestFirst && (isScrolled || isPaused),
  });
  const shown = shownOf(list);

  return {
    shown,
    held: items.length - shown.length,
    showHeld: () => release(view),
    live: {
      isPaused,
      isFailing,
      onToggle: () => setPausedView(isPaused ? undefined : view),
    },
  };
}

interface NewLeadsPillProps {
  leads: number;
  onShow: () => void;
  /** In a column of the board, which scrolls by itself. */
  inColumn?: boolean;
}

/** New leads that arrived while the list was scrolled down. Has no height, so that nothing shifts. */
export function NewLeadsPill({ leads, onShow, inColumn }: NewLeadsPillProps) {
  function show() {
    onShow();
    if (inColumn) return;
    window.scrollTo({ top: 0 });
    document.querySelector('main')?.focus({ preventScroll: true });
  }

  return (
    <div
      className={cn(
        'z-20 flex h-0 justify-center overflow-visible',
        inColumn ? 'relative' : 'sticky top-16 -mb-3',
      )}
    >
      {leads > 0 && (
        <button
          type="button"
          onClick={show}
          className="flex h-8 items-center gap-1.5 rounded-full bg-primary px-3.5 font-medium text-on-primary text-sm shadow-float hover:bg-primary-hover coarse:h-11"
        >
          {count(leads, 'new lead')}
          <ArrowUp aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}
