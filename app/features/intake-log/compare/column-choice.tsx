'use client';

import { Field, Select } from '#app/_ui/field.tsx';
import { count } from '#app/_ui/format.ts';
import { Section } from '#app/_ui/section.tsx';
import { type ColumnKind, type Columns, columnKinds } from './columns.ts';
import type { Table } from './read-file.ts';

const labels: Record<ColumnKind, string> = {
  id: 'ID',
  name: 'Name',
  phones: 'Phone',
  email: 'Email',
};

/** Values that are shown of a column. */
const previewed = 3;

const noId =
  'No column is named like an ID. Choose the one with the ID of each lead, or export again with it.';

interface ColumnChoiceProps {
  table: Table;
  columns: Columns;
  isDisabled: boolean;
  onChange: (columns: Columns) => void;
}

/** What is compared, with the first values of each column. */
export function ColumnChoice({ table, columns, isDisabled, onChange }: ColumnChoiceProps) {
  const { name, headers, rows } = table;

  return (
    <Section
      title={name}
      action={<span className="pr-2 text-fg-muted text-sm">{count(rows.length, 'row')}</span>}
    >
      {headers.length === 1 ? (
        <Preview table={table} column={0} />
      ) : (
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          {columnKinds.map((kind) => (
            <div key={kind} className="grid min-w-0 content-start gap-1.5">
              <Field
                label={labels[kind]}
                error={kind === 'id' && columns.id === undefined ? noId : undefined}
              >
                <Select
                  value={columns[kind] ?? ''}
                  disabled={isDisabled}
                  onChange={(event) =>
                    onChange(withColumn(columns, kind, event.currentTarget.value))
                  }
                >
                  <option value="">{kind === 'id' ? 'Choose a column' : 'Not compared'}</option>
                  {headers.map((header, place) => (
                    <option key={header} value={place}>
                      {header}
                    </option>
                  ))}
                </Select>
              </Field>
              <Preview table={table} column={columns[kind]} />
            </div>
          ))}
        </div>
      )}
    </Section>
  );
}

/** A column is one thing only. */
function withColumn(columns: Columns, kind: ColumnKind, value: string): Columns {
  const place = value === '' ? undefined : Number(value);
  const others = Object.entries(columns).filter(
    ([other, column]) => other !== kind && column !== place,
  );
  return { ...Object.fromEntries(others), ...(place !== undefined && { [kind]: place }) };
}

function Preview({ table: { rows }, column }: { table: Table; column: number | undefined }) {
  if (column === undefined) return null;

  return (
    <ul aria-label="First values" className="grid text-fg-muted text-sm">
      {rows.slice(0, previewed).map(({ row, cells }) => (
        <li key={row} className="truncate">
          <bdi>{cells[column] || '–'}</bdi>
        </li>
      ))}
    </ul>
  );
}
