'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { Field, Select } from '#app/_ui/field.tsx';
import { priorityLabels, statusLabels, temperatureLabels } from '#app/[company]/_leads/labels.ts';
import { leadPriorities, leadStatuses, leadTemperatures } from '#db/values/leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { StatePart } from './lead-state-parts.tsx';
import { type LeadField, useLeadEdit } from './use-lead-edit.ts';

/** The status and step of the lead, editable. */
export function LeadState({ lead }: { lead: LeadDetail }) {
  const { id } = lead;
  const { update } = useTRPCClient().leads;

  return (
    <StatePart
      status={
        <EditField
          {...choices('Status', leadStatuses, statusLabels)}
          lead={lead}
          type="status"
          value={lead.status}
          patch={(status) => ({ status })}
          save={(status) => update.mutate({ id, status })}
        />
      }
      priority={
        <EditField
          {...choices('Priority', leadPriorities, priorityLabels)}
          lead={lead}
          type="priority"
          value={lead.priority}
          patch={(priority) => ({ priority })}
          save={(priority) => update.mutate({ id, priority })}
        />
      }
      temperature={
        <EditField
          {...choices('Temperature', leadTemperatures, temperatureLabels)}
          lead={lead}
          type="temperature"
          value={lead.temperature}
          patch={(temperature) => ({ temperature })}
          save={(temperature) => update.mutate({ id, temperature })}
        />
      }
      step={<StepField lead={lead} />}
    />
  );
}

function choices<Value extends string, Label extends string>(
  label: Label,
  values: readonly Value[],
  labels: Record<Value, string>,
) {
  const names = new Map<string, string>(Object.entries(labels));

  return {
    label,
    read: (text: string) => values.find((each) => each === text),
    nameOf: (value: string) => names.get(value),
    children: values.map((each) => (
      <option key={each} value={each}>
        {labels[each]}
      </option>
    )),
  };
}

interface EditFieldProps<Value extends string> extends LeadField<Value> {
  hint?: string | undefined;
  /** The options. */
  children: ReactNode;
}

function EditField<Value extends string>({ hint, children, ...field }: EditFieldProps<Value>) {
  const { value, choose, conflict } = useLeadEdit(field);
  const select = useRef<HTMLSelectElement>(null);

  return (
    <Field label={field.label} hint={hint} className={conflict && 'col-span-full'}>
      <Select ref={select} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {children}
      </Select>
      {conflict && <ConflictNotice conflict={conflict} label={field.label} control={select} />}
    </Field>
  );
}

/** The steps of all funnels that accept leads. */
function StepField({ lead }: { lead: LeadDetail }) {
  const client = useTRPCClient();
  const list = useQuery(useTRPC().steps.list.queryOptions());
  const funnels = list.data ?? [];
  const places = funnels.flatMap((funnel) => funnel.steps.map((step) => ({ step, funnel })));
  const placeOf = (id: string) => places.find(({ step }) => step.id === id);
  const gone = !placeOf(lead.step.id);

  return (
    <EditField
      label="Step"
      hint={list.isError ? 'The other steps could not be loaded.' : undefined}
      lead={lead}
      type="moved"
      value={lead.step.id}
      read={(id) => id}
      nameOf={(id) => (id === lead.step.id ? lead.step : placeOf(id)?.step)?.name}
      patch={(id, name) => placeOf(id) ?? { step: { id, name } }}
      save={(step) => client.leads.move.mutate({ id: lead.id, step })}
    >
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
    </EditField>
  );
}
