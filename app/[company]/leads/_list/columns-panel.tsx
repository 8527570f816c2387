'use client';

import { Checkbox } from '#app/_ui/checkbox.tsx';
import { columnLabels, type ListSettings, listColumns } from './list-settings.ts';

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
          label={columnLabels[column]}
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
