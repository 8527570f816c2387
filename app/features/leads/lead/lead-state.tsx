'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { AlertDialog } from '#app/_ui/dialog.tsx';
import { NotLoaded } from '#app/_ui/late.tsx';
import { priorityLabels, statusLabels, temperatureLabels } from '#app/features/leads/labels.ts';
import { leadPriorities, leadStatuses, leadTemperatures, outcomeOf } from '#db/values/leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { EditField } from './edit-field.tsx';
import { StateSection } from './state-section.tsx';

const OutcomeField = dynamic<{ lead: LeadDetail }>(
  () =>
    import('./outcome-field.tsx').then(
      (module) => module.OutcomeField,
      () => NotLoaded,
    ),
  { loading: () => <div className="h-16" /> },
);

/** The status and step of the lead, editable. */
export function LeadState({ lead }: { lead: LeadDetail }) {
  const { id } = lead;
  const { update } = useTRPCClient().leads;

  return (
    <StateSection
      owner={<OwnerField lead={lead} />}
      status={
        <EditField
          {...choices('Status', leadStatuses, statusLabels)}
          shortcut="s"
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
      outcome={outcomeOf(lead.status) && <OutcomeField lead={lead} />}
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

const noOwner = 'No owner';

interface Question {
  title: string;
  confirmLabel: string;
  decide: (isSure: boolean) => void;
}

/** Agents and admins. A member who sees only some leads confirms giving one away. */
function OwnerField({ lead }: { lead: LeadDetail }) {
  const client = useTRPCClient();
  const { user, company } = useSession();
  const list = useQuery(useTRPC().members.list.queryOptions());
  const [asked, setAsked] = useState<Question>();
  const [isAsking, setAsking] = useState(false);
  const members = list.data ?? [];
  const assignable = members.filter(({ isActive, role }) => isActive && role !== 'viewer');
  const nameOf = (id: string) =>
    id === '' ? noOwner : members.find((member) => member.id === id)?.name;
  const owner = lead.ownerId ?? '';
  const isListed = owner === '' || assignable.some(({ id }) => id === owner);

  const isGivenAway = (to: string) =>
    company.sees !== 'all' && to !== user.id && (to !== '' || company.sees === 'own');

  const ask = (to: string) =>
    new Promise<boolean>((decide) => {
      const text =
        to === ''
          ? { title: 'Remove the owner?', confirmLabel: 'Remove owner' }
          : {
              title: `Give this lead to ${nameOf(to) ?? 'this member'}?`,
              confirmLabel: 'Give away',
            };
      setAsked({ ...text, decide });
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
        label="Owner"
        shortcut="o"
        hint={list.isError ? 'The members could not be loaded.' : undefined}
        lead={lead}
        type="owner"
        value={owner}
        read={(id) => id}
        nameOf={nameOf}
        patch={(id) => ({ ownerId: id || null })}
        confirm={(to) => (isGivenAway(to) ? ask(to) : Promise.resolve(true))}
        save={({ from, to }) =>
          client.leads.assign.mutate({ id: lead.id, owner: { from: from || null, to: to || null } })
        }
      >
        <option value="">{noOwner}</option>
        {!isListed && <option value={owner}>{nameOf(owner) ?? 'Another member'}</option>}
        {assignable.map(({ id, name }) => (
          <option key={id} value={id}>
            {id === user.id ? `${name} (you)` : name}
          </option>
        ))}
      </EditField>
      <AlertDialog
        open={isAsking}
        onOpenChange={(open) => open || answer(false)}
        title={asked?.title}
        description="You will not see it any more."
        confirmLabel={asked?.confirmLabel ?? ''}
        tone="primary"
        onConfirm={() => answer(true)}
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
