'use client';

import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface FilterTab<Value extends string> {
  value: Value;
  label: string;
  count?: number | undefined;
}

interface FilterTabsProps<Value extends string> {
  /** Names the list of tabs: "Filter by status". */
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: readonly FilterTab<Value>[];
  /** What the chosen tab shows. */
  children: ReactNode;
}

export function FilterTabs<Value extends string>(props: FilterTabsProps<Value>) {
  function change(next: unknown) {
    const tab = props.tabs.find((each) => each.value === next);
    if (tab) props.onValueChange(tab.value);
  }

  return (
    <Base.Root value={props.value} onValueChange={change} className="grid gap-4">
      <Base.List
        aria-label={props.label}
        className="flex gap-1 overflow-x-auto border-border border-b"
      >
        {props.tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-control shrink-0 items-center gap-1.5 rounded-t-sm border-transparent border-b-2 px-2.5 font-medium text-fg-muted hover:text-fg focus-visible:-outline-offset-2 data-[active]:border-primary data-[active]:text-fg"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="tabular rounded-sm bg-surface-2 px-1.5 font-normal text-fg-muted text-xs">
                {tab.count.toLocaleString('en-GB')}
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={props.value} className="min-w-0 outline-none">
        {props.children}
      </Base.Panel>
    </Base.Root>
  );
}
