'use client';

import { useSyncExternalStore } from 'react';

/** Columns that can be hidden, in their order. */
export const columnLabels = {
  contact: 'Contact',
  step: 'Step',
  status: 'Status',
  owner: 'Owner',
  source: 'Source',
  campaign: 'Campaign',
  contacted: 'First contact',
  received: 'Received',
} as const;

export type ListColumn = keyof typeof columnLabels;

/** Guarantee of the cast: an object literal has no other keys than its type names. */
export const listColumns = Object.keys(columnLabels) as ListColumn[];

export interface ListSettings {
  columns: readonly ListColumn[];
  compact: boolean;
}

const storageKey = 'leadgate.leads';
const byDefault: ListSettings = {
  columns: listColumns.filter((column) => column !== 'contacted'),
  compact: false,
};

const listeners = new Set<() => void>();
let text: string | null = null;
let settings = byDefault;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function parse(stored: string | null): ListSettings {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (!isRecord(value) || !Array.isArray(value.columns)) return byDefault;
    const { columns } = value;
    return {
      columns: listColumns.filter((column) => columns.includes(column)),
      compact: value.compact === true,
    };
  } catch {
    return byDefault;
  }
}

/** The same object until the stored text changes. */
function read(): ListSettings {
  const stored = localStorage.getItem(storageKey);
  if (stored !== text) {
    text = stored;
    settings = parse(stored);
  }
  return settings;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function save(next: ListSettings): void {
  localStorage.setItem(storageKey, JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** Which columns this browser shows, and how close together the rows are. */
export function useListSettings() {
  return [useSyncExternalStore(subscribe, read, () => byDefault), save] as const;
}
