'use client';

import { type AuditFilter, auditFilters } from '#db/values/audit.ts';
import type { AuditPage } from '#server/api/schemas/audit.ts';
import { Field, Input, Select } from '../../../_ui/field.tsx';
import { type AuditFilters, readWhat } from './filters.ts';

const filterLabels: Record<AuditFilter, string> = {
  all: 'Everything',
  signIns: 'Sign-ins',
  keys: 'API keys',
  members: 'Members',
  funnels: 'Funnels and steps',
};

interface AuditFilterBarProps {
  filters: AuditFilters;
  /** Absent until they are known. */
  members: AuditPage['members'] | undefined;
  onChange: (filters: AuditFilters) => void;
}

export function AuditFilterBar({ filters, members = [], onChange }: AuditFilterBarProps) {
  const { who = '', what, from = '' } = filters;
  const isListed = ['', 'system', ...members.map(({ id }) => id)].includes(who);

  function choose(change: Partial<AuditFilters>) {
    onChange({ ...filters, ...change });
  }

  return (
    <search className="grid grid-cols-2 gap-3 sm:grid-cols-[14rem_12rem_10rem]">
      <Field label="Who">
        <Select value={who} onChange={(event) => choose({ who: event.currentTarget.value })}>
          <option value="">Everybody</option>
          {members.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="system">Command line</option>
          {!isListed && <option value={who}>Somebody else</option>}
        </Select>
      </Field>
      <Field label="What">
        <Select
          value={what}
          onChange={(event) => choose({ what: readWhat(event.currentTarget.value) })}
        >
          {auditFilters.map((each) => (
            <option key={each} value={each}>
              {filterLabels[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Since" className="max-sm:col-span-2">
        <Input
          type="date"
          value={from}
          onChange={(event) => choose({ from: event.currentTarget.value })}
        />
      </Field>
    </search>
  );
}
