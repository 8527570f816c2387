'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { Field, Select } from '#app/_ui/field.tsx';
import { Loading, SkeletonOf } from '#app/_ui/skeleton.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';

interface Option {
  id: string;
  name: string;
}

export interface StepSelection {
  /** Empty if the key is limited to single steps. */
  funnels: Option[];
  funnelId: string | undefined;
  chooseFunnel: (id: string) => void;
  steps: Option[];
  stepId: string | undefined;
  chooseStep: (id: string) => void;
  pending: boolean;
  failure: string | undefined;
}

/** The steps that a key can be used with; initially the first one is selected. */
export function useStepSelection(apiKey: ApiKeyView): StepSelection {
  const trpc = useTRPC();
  const limited = apiKey.funnels.length + apiKey.steps.length > 0;
  const [wantedFunnel, chooseFunnel] = useState<string>();
  const [wantedStep, chooseStep] = useState<string>();

  const list = useQuery(trpc.funnels.list.queryOptions(limited ? skipToken : { archived: false }));
  const funnels: Option[] = limited
    ? apiKey.funnels.filter(({ archived }) => !archived)
    : (list.data?.items ?? []);
  const funnelId = pick(funnels, wantedFunnel);
  const funnel = useQuery(trpc.funnels.get.queryOptions(funnelId ? { id: funnelId } : skipToken));

  const ofFunnel = funnel.data?.steps.filter((step) => !step.archivedAt) ?? [];
  const single = apiKey.steps
    .filter(({ archived }) => !archived)
    .map(({ id, name, funnelName }) => ({ id, name: `${funnelName}: ${name}` }));
  const steps: Option[] = [...ofFunnel, ...single];
  const failed = [list, funnel].find((query) => query.isError && !query.data);

  return {
    funnels,
    funnelId,
    chooseFunnel,
    steps,
    stepId: pick(steps, wantedStep),
    chooseStep,
    pending: list.isLoading || funnel.isLoading,
    failure: failed && readFailure(failed.error).message,
  };
}

/** The selected id if it is an option, otherwise the first. */
function pick(options: readonly Option[], selected: string | undefined): string | undefined {
  return options.find(({ id }) => id === selected)?.id ?? options[0]?.id;
}

export function StepChooser({ selection }: { selection: StepSelection }) {
  if (selection.pending && selection.steps.length === 0) {
    return (
      <Loading label="Loading steps" className="grid gap-3 sm:grid-cols-2">
        <SkeletonOf>
          <Field label="Funnel">
            <Select />
          </Field>
        </SkeletonOf>
        <SkeletonOf>
          <Field label="Step">
            <Select />
          </Field>
        </SkeletonOf>
      </Loading>
    );
  }
  if (selection.failure) return <p className="text-danger text-sm">{selection.failure}</p>;
  if (selection.funnels.length === 0 && selection.steps.length === 0) {
    return (
      <p className="text-fg-muted">
        Leads are sent to a step. Create a funnel with a step under CRM → Funnels, then copy its
        step ID.
      </p>
    );
  }

  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {selection.funnels.length > 0 && (
        <Field label="Funnel">
          <Select
            value={selection.funnelId}
            onChange={(event) => selection.chooseFunnel(event.target.value)}
          >
            {selection.funnels.map((funnel) => (
              <option key={funnel.id} value={funnel.id}>
                {funnel.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {selection.steps.length > 0 ? (
        <Field label="Step">
          <Select
            value={selection.stepId}
            onChange={(event) => selection.chooseStep(event.target.value)}
          >
            {selection.steps.map((step) => (
              <option key={step.id} value={step.id}>
                {step.name}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <p className="self-end text-fg-muted text-sm">This funnel has no steps yet.</p>
      )}
    </div>
  );
}
