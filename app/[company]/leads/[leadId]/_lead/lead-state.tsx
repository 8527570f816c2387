'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { Field, Select } from '#app/_ui/field.tsx';
import { priorityLabels, statusLabels, temperatureLabels } from '#app/[company]/_leads/labels.ts';
import { leadPriorities, leadStatuses, leadTemperatures } from '#db/values/leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { Fact, Facts, Part } from './part.tsx';
import { type LeadEdit, useLeadChange } from './use-lead-change.ts';

/** The status and step of the lead, editable. */
export function LeadState({ lead }: { lead: LeadDetail }) {
  const change = useLeadChange(lead);
  const set = (what: string, edit: LeadEdit, label: string) =>
    change({ edit, what: `The ${what.toLowerCase()}`, done: `${what} changed to ${label}` });

  return (
    <Part title="Status and step">
      <div className="grid gap-3">
        <SelectField
          label="Status"
          value={lead.status}
          values={leadStatuses}
          labels={statusLabels}
          onSelect={(status) => set('Status', { status }, statusLabels[status])}
        />
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label="Priority"
            value={lead.priority}
            values={leadPriorities}
            labels={priorityLabels}
            onSelect={(priority) => set('Priority', { priority }, priorityLabels[priority])}
          />
          <SelectField
            label="Temperature"
            value={lead.temperature}
            values={leadTemperatures}
            labels={temperatureLabels}
            onSelect={(temperature) =>
              set('Temperature', { temperature }, temperatureLabels[temperature])
            }
          />
        </div>
        <StepSelect
          lead={lead}
          onSelect={(step) =>
            change({ edit: step, what: 'The step', done: `Moved to ${step.step.name}` })
          }
        />
      </div>
    </Part>
  );
}

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value;
  values: readonly Value[];
  labels: Record<Value, string>;
  onSelect: (value: Value) => void;
}

function SelectField<Value extends string>({
  label,
  value,
  values,
  labels,
  onSelect,
}: SelectFieldProps<Value>) {
  function choose(text: string) {
    const chosen = values.find((each) => each === text);
    if (chosen !== undefined) onSelect(chosen);
  }

  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {values.map((each) => (
          <option key={each} value={each}>
            {labels[each]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface StepSelectProps {
  lead: LeadDetail;
  onSelect: (place: Pick<LeadDetail, 'step' | 'funnel'>) => void;
}

/** The steps of all funnels that accept leads. */
function StepSelect({ lead, onSelect }: StepSelectProps) {
  const list = useQuery(useTRPC().steps.list.queryOptions());
  const funnels = list.data ?? [];
  const places = funnels.flatMap((funnel) => funnel.steps.map((step) => ({ step, funnel })));
  const gone = !places.some(({ step }) => step.id === lead.step.id);

  function choose(id: string) {
    const place = places.find(({ step }) => step.id === id);
    if (place) onSelect(place);
  }

  return (
    <Field label="Step" hint={list.isError ? 'The other steps could not be loaded.' : undefined}>
      <Select value={lead.step.id} onChange={(event) => choose(event.currentTarget.value)}>
        {gone && <option value={lead.step.id}>{lead.step.name}</option>}
        {funnels.map(({ id, name, steps }) => (
          <optgroup key={id} label={name}>
            {steps.map((step) => (
              <option key={step.id} value={step.id}>
                {step.name}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  );
}

/** The status and step of the lead, read-only. */
export function LeadStateText({ lead }: { lead: LeadDetail }) {
  return (
    <Part title="Status and step">
      <Facts>
        <Fact term="Status">{statusLabels[lead.status]}</Fact>
        <Fact term="Priority">{priorityLabels[lead.priority]}</Fact>
        <Fact term="Temperature">{temperatureLabels[lead.temperature]}</Fact>
        <Fact term="Step">
          <bdi>{lead.step.name}</bdi>
        </Fact>
      </Facts>
    </Part>
  );
}
