'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { IconButton } from '#app/_ui/button.tsx';
import { Checkbox } from '#app/_ui/checkbox.tsx';
import { cn } from '#app/_ui/cn.ts';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import type { KeyFormValues } from './key-form-values.ts';

type Form = UseFormReturn<KeyFormValues>;
type Ids = 'funnelIds' | 'stepIds';

/** Adds or removes an id; validates again if the form was submitted. */
function toggle(form: Form, ids: Ids, id: string, checked: boolean) {
  const rest = form.getValues(ids).filter((each) => each !== id);
  form.setValue(ids, checked ? [...rest, id] : rest, { shouldDirty: true });
  if (form.formState.isSubmitted) void form.trigger('scope');
}

interface LimitsPickerProps {
  form: Form;
  /** Its current limits are always visible: archived ones too, and steps expanded. */
  edited: ApiKeyView | undefined;
}

export function LimitsPicker({ form, edited }: LimitsPickerProps) {
  const trpc = useTRPC();
  const funnels = useQuery(trpc.funnels.list.queryOptions({ archived: false }));

  if (funnels.isPending) {
    return (
      <Loading label="Loading funnels" className="grid gap-2">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-5 w-40" />
      </Loading>
    );
  }
  if (!funnels.data)
    return <QueryFailure query={funnels} title="The funnels could not be loaded" />;
  const archived = archivedLimits(edited);
  if (funnels.data.items.length + archived.length === 0) {
    return <p className="text-fg-muted text-sm">There are no funnels yet.</p>;
  }
  return (
    <ul
      aria-label="Funnels and steps"
      className="max-h-64 divide-y divide-border overflow-y-auto rounded-sm border border-border"
    >
      {funnels.data.items.map((funnel) => (
        <FunnelCheckbox
          key={funnel.id}
          form={form}
          id={funnel.id}
          name={funnel.name}
          expanded={edited?.steps.some(({ funnelId }) => funnelId === funnel.id) ?? false}
        />
      ))}
      {archived.map((limit) => (
        <ArchivedCheckbox key={limit.id} form={form} limit={limit} />
      ))}
    </ul>
  );
}

interface ArchivedLimit {
  ids: Ids;
  id: string;
  label: string;
}

function archivedLimits(edited: ApiKeyView | undefined): ArchivedLimit[] {
  const funnels = edited?.funnels.filter(({ archived }) => archived) ?? [];
  const steps = edited?.steps.filter(({ archived }) => archived) ?? [];

  return [
    ...funnels.map(({ id, name }) => ({ ids: 'funnelIds' as const, id, label: name })),
    ...steps.map(({ id, name, funnelName }) => ({
      ids: 'stepIds' as const,
      id,
      label: `${funnelName}: ${name}`,
    })),
  ];
}

function ArchivedCheckbox({ form, limit }: { form: Form; limit: ArchivedLimit }) {
  const { ids, id, label } = limit;
  const chosen = useWatch({ control: form.control, name: ids }).includes(id);

  return (
    <li className="py-1 pr-2 pl-10">
      <Checkbox
        label={`${label} (archived)`}
        checked={chosen}
        onChange={(event) => toggle(form, ids, id, event.target.checked)}
      />
    </li>
  );
}

interface FunnelCheckboxProps {
  form: Form;
  id: string;
  name: string;
  /** The initial state. */
  expanded: boolean;
}

function FunnelCheckbox({ form, id, name, expanded }: FunnelCheckboxProps) {
  const [open, setOpen] = useState(expanded);
  const chosen = useWatch({ control: form.control, name: 'funnelIds' }).includes(id);

  return (
    <li className="px-2 py-1">
      <div className="flex items-center gap-1">
        <IconButton
          label={open ? `Hide the steps of ${name}` : `Show the steps of ${name}`}
          size="sm"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight aria-hidden className={cn('transition-transform', open && 'rotate-90')} />
        </IconButton>
        <Checkbox
          label={name}
          checked={chosen}
          onChange={(event) => toggle(form, 'funnelIds', id, event.target.checked)}
          className="min-w-0 grow"
        />
      </div>
      {open && <StepCheckboxes form={form} funnelId={id} wholeFunnel={chosen} />}
    </li>
  );
}

interface StepCheckboxesProps {
  form: Form;
  funnelId: string;
  /** The funnel is selected, which includes all its steps and later ones. */
  wholeFunnel: boolean;
}

function StepCheckboxes({ form, funnelId, wholeFunnel }: StepCheckboxesProps) {
  const trpc = useTRPC();
  const funnel = useQuery(trpc.funnels.get.queryOptions({ id: funnelId }));
  const chosen = useWatch({ control: form.control, name: 'stepIds' });
  const steps = funnel.data?.steps.filter((step) => !step.archivedAt) ?? [];

  if (funnel.isPending) return <Skeleton className="mb-2 ml-14 h-5 w-32" />;
  if (!funnel.data) {
    return <p className="pb-2 pl-14 text-danger text-sm">{readFailure(funnel.error).message}</p>;
  }
  if (steps.length === 0) return <p className="pb-2 pl-14 text-fg-muted text-sm">No steps yet.</p>;

  return (
    <ul className="pb-1 pl-14">
      {steps.map((step) => (
        <li key={step.id}>
          <Checkbox
            label={step.name}
            checked={wholeFunnel || chosen.includes(step.id)}
            disabled={wholeFunnel}
            onChange={(event) => toggle(form, 'stepIds', step.id, event.target.checked)}
          />
        </li>
      ))}
    </ul>
  );
}
