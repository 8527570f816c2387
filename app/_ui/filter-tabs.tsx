'use client';

import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import { cn } from './cn.ts';
import { digits } from './format.ts';

export interface FilterTab<Value extends string> {
  value: Value;
  label: string;
  count?: number | undefined;
  /** The label of the row that it stands in, where tabs stand in rows that wrap. */
  row?: string;
}

interface FilterTabsProps<Value extends string> {
  /** The accessible name of the tabs: "Filter by status". */
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: readonly FilterTab<Value>[];
  /** The content of the selected tab. */
  children: ReactNode;
}

/** The tab that a key moves the focus to, with wrap-around. Enter selects, because each selection sends a request. */
function tabAfter(key: string, index: number, tabs: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % tabs;
  if (key === 'ArrowLeft') return (index + tabs - 1) % tabs;
  if (key === 'Home') return 0;
  return key === 'End' ? tabs - 1 : undefined;
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const focused = tabs.findIndex((tab) => tab.matches(':focus'));
  const next = tabAfter(event.key, focused, tabs.length);
  if (next === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
    return;
  }
  event.preventDefault();
  tabs[next]?.focus();
}

/** Scrolls the selected tab into view, within its list only. */
function useSelectedInView(value: string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const list = ref.current;
    const tab = list?.querySelector<HTMLElement>(`[role="tab"][data-value="${value}"]`);
    if (!list || !tab) return;
    const end = tab.offsetLeft + tab.offsetWidth;
    if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth;
  }, [value]);

  return ref;
}

interface TabsProps<Value extends string>
  extends Pick<FilterTabsProps<Value>, 'value' | 'onValueChange' | 'tabs'> {
  /** Of the tabs and their panel. */
  id: string;
  className: string;
}

function Tabs<Value extends string>({
  id,
  value,
  onValueChange,
  tabs,
  className,
}: TabsProps<Value>) {
  return tabs.map((tab) => (
    <button
      key={tab.value}
      type="button"
      role="tab"
      id={`${id}-${tab.value}`}
      data-value={tab.value}
      aria-selected={tab.value === value}
      aria-controls={tab.value === value ? `${id}-panel` : undefined}
      tabIndex={tab.value === value ? 0 : -1}
      onClick={() => tab.value !== value && onValueChange(tab.value)}
      className={cn(
        'flex h-control shrink-0 items-center gap-1.5 px-2.5 font-medium text-fg-muted hover:text-fg',
        className,
      )}
    >
      {tab.label}
      {tab.count !== undefined && (
        <span className="tabular rounded-sm bg-surface-2 px-1.5 font-normal text-fg-muted text-xs">
          {digits(tab.count)}
        </span>
      )}
    </button>
  ));
}

/** In rows, no tab is cut off. */
function Rows<Value extends string>({ tabs, ...rest }: Omit<TabsProps<Value>, 'className'>) {
  const rows = Map.groupBy(tabs, ({ row }) => row);

  return [...rows].map(([label, ofRow]) => (
    <div key={label} className="sm:grid sm:grid-cols-[4.5rem_minmax(0,1fr)]">
      <span aria-hidden className="text-fg-muted text-sm sm:py-2">
        {label}
      </span>
      <div className="flex flex-wrap gap-1">
        <Tabs
          {...rest}
          tabs={ofRow}
          className="rounded-sm aria-selected:bg-primary-soft aria-selected:text-primary-text"
        />
      </div>
    </div>
  ));
}

const line =
  '-mb-px rounded-t-sm border-transparent border-b-2 focus-visible:-outline-offset-2 aria-selected:border-primary aria-selected:text-fg';

/** Not Base UI's tabs: a screen shows them at once, and they would add to its first load. */
export function FilterTabs<Value extends string>(props: FilterTabsProps<Value>) {
  const id = useId();
  const list = useSelectedInView(props.value);
  const { value, onValueChange, tabs } = props;
  const shared = { id, value, onValueChange, tabs };
  const hasRows = tabs.some(({ row }) => row !== undefined);

  return (
    <div className="grid gap-4">
      <div
        ref={list}
        role="tablist"
        aria-label={props.label}
        onKeyDown={moveFocus}
        className={cn(
          'relative border-border border-b',
          hasRows ? 'grid gap-1 pb-2' : 'flex gap-1 overflow-x-auto',
        )}
      >
        {hasRows ? <Rows {...shared} /> : <Tabs {...shared} className={line} />}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${props.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel of rows is a tab stop
        tabIndex={0}
        className="min-w-0 outline-none"
      >
        {props.children}
      </div>
    </div>
  );
}
