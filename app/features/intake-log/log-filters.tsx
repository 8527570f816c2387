'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { Field, Input, Select } from '#app/_ui/field.tsx';
import type { LogAddress } from '#server/panel-api/schemas/log-address.ts';

export interface AddressProps {
  address: LogAddress;
  onChange: (address: LogAddress) => void;
}

const statuses = [
  ['400', '400: invalid'],
  ['401', '401: key inactive or expired'],
  ['403', '403: not allowed'],
  ['404', '404: step not found'],
  ['409', '409: conflict'],
  ['413', '413: too large'],
  ['415', '415: not JSON'],
  ['422', '422: key misused'],
  ['429', '429: too many'],
  ['5', '5xx: not answered'],
] as const;

export function LogFilters({ address, onChange }: AddressProps) {
  const trpc = useTRPC();
  const keys = useQuery(trpc.apiKeys.list.queryOptions({ filter: 'all' }));
  const funnels = useQuery(trpc.steps.list.queryOptions());
  const [key = ''] = address.key;
  const [step = ''] = address.step;
  const set = (change: Partial<LogAddress>) => onChange({ ...address, group: '', ...change });
  const steps = funnels.data?.flatMap((funnel) =>
    funnel.steps.map(({ id, name }) => ({ id, name: `${funnel.name}: ${name}` })),
  );

  return (
    <search className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-5">
      <Choice
        label="API key"
        value={key}
        options={keys.data?.items}
        other="Another key"
        onChange={(id) => set({ key: id ? [id] : [] })}
      />
      <Choice
        label="Step"
        value={step}
        options={steps}
        other="Another step"
        onChange={(id) => set({ step: id ? [id] : [] })}
      />
      <Field label="Status">
        <Select
          value={address.status}
          onChange={(event) => set({ status: event.currentTarget.value })}
        >
          <option value="">Any</option>
          {statuses.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {address.status && !statuses.some(([value]) => value === address.status) && (
            <option value={address.status}>{address.status}</option>
          )}
        </Select>
      </Field>
      <Field label="Since">
        <Input
          type="date"
          value={address.from}
          max={address.until || undefined}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
      </Field>
      <Field label="Until">
        <Input
          type="date"
          value={address.until}
          min={address.from || undefined}
          onChange={(event) => set({ until: event.currentTarget.value })}
        />
      </Field>
    </search>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  /** Absent while loading. */
  options: readonly { id: string; name: string }[] | undefined;
  /** Name of a value that is none of the options. */
  other: string;
  onChange: (value: string) => void;
}

function Choice({ label, value, options = [], other, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">Any</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {value && !options.some(({ id }) => id === value) && <option value={value}>{other}</option>}
      </Select>
    </Field>
  );
}
