'use client';

import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import { digits } from './format.ts';

export interface FilterTab<Value extends string> {
  value: Value;
  label: string;
  count?: number | undefined;
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

/** Not Base UI's tabs: a screen shows them at once, and they would add to its first load. */
export function FilterTabs<Value extends string>(props: FilterTabsProps<Value>) {
  const id = useId();
  const list = useSelectedInView(props.value);

  return (
    <div className="grid gap-4">
      <div
        ref={list}
        role="tablist"
        aria-label={props.label}
        onKeyDown={moveFocus}
        className="relative flex gap-1 overflow-x-auto border-border border-b"
      >
        {props.tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-value={tab.value}
            aria-selected={tab.value === props.value}
            aria-controls={tab.value === props.value ? `${id}-panel` : undefined}
            tabIndex={tab.value === props.value ? 0 : -1}
            onClick={() => tab.value !== props.value && props.onValueChange(tab.value)}
            className="-mb-px flex h-control shrink-0 items-center gap-1.5 rounded-t-sm border-transparent border-b-2 px-2.5 font-medium text-fg-muted hover:text-fg focus-visible:-outline-offset-2 aria-selected:border-primary aria-selected:text-fg"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="tabular rounded-sm bg-surface-2 px-1.5 font-normal text-fg-muted text-xs">
                {digits(tab.count)}
              </span>
            )}
          </button>
        ))}
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
