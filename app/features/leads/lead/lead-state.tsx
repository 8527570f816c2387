'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { late } from '#app/_ui/late.tsx';
import { priorityLabels, statusLabels, temperatureLabels } from '#app/features/leads/labels.ts';
import { leadPriorities, leadStatuses, leadTemperatures, outcomeOf } from '#db/values/leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { EditField } from './edit-field.tsx';
import { GiveAwayDialog } from './give-away-dialog.tsx';
import { noOwner, useOwnerField, useStatusField } from './state-fields.ts';
import { StateSection } from './state-section.tsx';

const OutcomeField = late(
  async () => (await import('./outcome-field.tsx')).OutcomeField,
  () => <div className="h-16" />,
);

/** The status and step of the lead, editable. */
export function LeadState({ lead }: { lead: LeadDetail }) {
  const { id } = lead;
  const { update } = useTRPCClient().leads;
  const status = useStatusField(lead);

  return (
    <StateSection
      owner={<OwnerField lead={lead} />}
      status={
        <EditField {...status} shortcut="s">
          {optionsOf(leadStatuses, statusLabels)}
        </EditField>
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
      outcome={outcomeOf(lead.status) && <OutcomeField lead={lead} />}
    />
  );
}

const optionsOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((each) => (
    <option key={each} value={each}>
      {labels[each]}
    </option>
  ));

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
    children: optionsOf(values, labels),
  };
}

/** Agents and admins. */
function OwnerField({ lead }: { lead: LeadDetail }) {
  const list = useQuery(useTRPC().members.list.queryOptions());
  const { field, assignable, isGivenAway } = useOwnerField(lead, list.data ?? []);
  const { value: owner, nameOf } = field;
  const [asked, setAsked] = useState<{ to: string; decide: (isSure: boolean) => void }>();
  const [isAsking, setAsking] = useState(false);
  const isListed = owner === '' || assignable.some(({ id }) => id === owner);

  const ask = (to: string) =>
    new Promise<boolean>((decide) => {
      setAsked({ to, decide });
      setAsking(true);
    });
  /** The dialog keeps its text while it fades out. */
  function answer(isSure: boolean) {
    asked?.decide(isSure);
    setAsking(false);
  }

  return (
    <>
      <EditField
        {...field}
        shortcut="o"
        hint={list.isError ? 'The members could not be loaded.' : undefined}
        confirm={(to) => (isGivenAway(to) ? ask(to) : Promise.resolve(true))}
      >
        <option value="">{noOwner}</option>
        {!isListed && <option value={owner}>{nameOf(owner) ?? 'Another member'}</option>}
        {assignable.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </EditField>
      <GiveAwayDialog
        open={isAsking}
        to={asked?.to ? { name: nameOf(asked.to) } : undefined}
        onAnswer={answer}
      />
    </>
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
      shortcut="m"
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
