'use client';

import { cn } from '#app/_ui/cn.ts';
import { Input, Select } from '#app/_ui/field.tsx';
import {
  RowHead,
  Table,
  TableBody,
  TableFrame,
  TableHead,
  TableRow,
  Td,
  Th,
} from '#app/_ui/table.tsx';
import { type FieldRule, mappedFields, writePath } from '#db/values/field-mapping.ts';
import { customFieldNameMax } from '#db/values/limits.ts';
import {
  describeRule,
  fieldChoices,
  fieldLabel,
  knownLabel,
  type MappingRow,
} from './mapping-rows.ts';

interface MappingTableProps {
  rows: readonly MappingRow[];
  /** So many requests were looked at. */
  requests: number;
  /** `undefined`: as the name says. */
  onChange: (path: FieldRule['path'], rule: FieldRule | undefined) => void;
}

/** What was sent, and what each value is read as. */
export function MappingTable({ rows, requests, onChange }: MappingTableProps) {
  return (
    <TableFrame>
      <Table caption="Fields that were sent, and what they are read as" className="md:table-fixed">
        <TableHead>
          <Th>Field</Th>
          <Th>Last value</Th>
          <Th className="w-24">Requests</Th>
          <Th className="w-56">Read as</Th>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <MappingTableRow
              key={JSON.stringify(row.path)}
              row={row}
              requests={requests}
              onChange={(rule) => onChange(row.path, rule)}
            />
          ))}
        </TableBody>
      </Table>
    </TableFrame>
  );
}

interface MappingTableRowProps {
  row: MappingRow;
  requests: number;
  onChange: (rule: FieldRule | undefined) => void;
}

function MappingTableRow({ row, requests, onChange }: MappingTableRowProps) {
  const { path, sent, rule, outer } = row;
  const text = writePath(path);
  const isRead = rule !== undefined || outer !== undefined || sent?.known != null;

  return (
    <TableRow marked={rule !== undefined} className="max-md:gap-1.5 max-md:p-3">
      <RowHead className="[overflow-wrap:anywhere]">
        <bdi>
          <code className="font-mono text-sm">{text}</code>
        </bdi>
      </RowHead>
      <Td className={cn('[overflow-wrap:anywhere]', !isRead && 'text-fg-muted')}>
        <bdi className="line-clamp-2">{sent?.lastValue}</bdi>
      </Td>
      <Td className="tabular text-fg-muted text-sm">
        {sent && `${sent.requests} of ${requests}`}
        {!sent && requests > 0 && (
          <span className={cn(rule && 'text-warning')}>
            {rule ? `In none of ${requests}` : 'Earlier'}
          </span>
        )}
      </Td>
      <Td>
        {outer && !rule ? (
          <span className="text-fg-muted text-sm">
            With <code className="font-mono">{writePath(outer.path)}</code>: {describeRule(outer)}
          </span>
        ) : (
          <ReadAs row={row} onChange={onChange} />
        )}
      </Td>
    </TableRow>
  );
}

const fieldOf = (value: string) => mappedFields.find((field) => field === value);

function ReadAs({ row: { path, sent, rule }, onChange }: Omit<MappingTableRowProps, 'requests'>) {
  const text = writePath(path);
  const choose = (value: string) => {
    const field = fieldOf(value);
    if (!field) return onChange(undefined);
    onChange(
      field === 'customFields' ? { path, field, name: String(path.at(-1)) } : { path, field },
    );
  };
  const unmapped = sent?.known ? `${knownLabel(sent.known)}, by its name` : knownLabel(null);

  return (
    <span className="grid gap-1.5">
      <Select
        aria-label={`Read ${text} as`}
        value={rule?.field ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        className={cn(!(rule ?? sent?.known) && 'text-fg-muted')}
      >
        <option value="">{unmapped}</option>
        {fieldChoices.map(({ label, fields }) => (
          <optgroup key={label} label={label}>
            {fields.map((field) => (
              <option key={field} value={field}>
                {fieldLabel(field)}
              </option>
            ))}
          </optgroup>
        ))}
        <option value="customFields">Custom field</option>
      </Select>
      {rule?.field === 'customFields' && (
        <Input
          aria-label={`Name of the custom field for ${text}`}
          value={rule.name ?? ''}
          maxLength={customFieldNameMax}
          onChange={(event) => onChange({ ...rule, name: event.currentTarget.value })}
        />
      )}
    </span>
  );
}
