'use client';

import { Checkbox } from '#app/_ui/checkbox.tsx';
import { createStored } from '#app/_ui/stored.ts';
import { columns as allColumns, type ListColumn, listColumns } from './columns.tsx';

export interface ListSettings {
  columns: readonly ListColumn[];
  compact: boolean;
}

const byDefault: ListSettings = {
  columns: listColumns.filter(
    (column) => !['campaign', 'contacted', 'lastContact'].includes(column),
  ),
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

interface ColumnsPanelProps {
  settings: ListSettings;
  onChange: (settings: ListSettings) => void;
}

/** Which columns the list has, and how close together its rows are. */
export function ColumnsPanel({ settings, onChange }: ColumnsPanelProps) {
  const { columns, compact } = settings;

  return (
    <fieldset
      id="lead-columns"
      className="flex flex-wrap items-center gap-x-6 rounded-md border border-border bg-surface px-4 py-2"
    >
      <legend className="sr-only">Columns</legend>
      {listColumns.map((column) => (
        <Checkbox
          key={column}
          label={allColumns[column].label}
          checked={columns.includes(column)}
          onChange={({ currentTarget: { checked } }) =>
            onChange({
              compact,
              columns: listColumns.filter((each) =>
                each === column ? checked : columns.includes(each),
              ),
            })
          }
        />
      ))}
      <Checkbox
        label="Compact rows"
        checked={compact}
        onChange={({ currentTarget: { checked } }) => onChange({ columns, compact: checked })}
        className="border-border border-l pl-6"
      />
    </fieldset>
  );
}
