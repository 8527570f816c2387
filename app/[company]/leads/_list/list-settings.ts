'use client';

import { createStored } from '#app/_ui/stored.ts';

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

const byDefault: ListSettings = {
  columns: listColumns.filter((column) => column !== 'contacted'),
  compact: false,
};

/** Which columns this browser shows, and how close together the rows are. */
export const useListSettings = createStored<ListSettings>(
  'leadgate.leads',
  byDefault,
  (stored: { columns?: unknown; compact?: unknown }) => {
    const { columns, compact } = stored;
    if (!Array.isArray(columns)) return byDefault;
    return {
      columns: listColumns.filter((column) => columns.includes(column)),
      compact: compact === true,
    };
  },
);
