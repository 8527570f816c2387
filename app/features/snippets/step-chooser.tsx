'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button } from '#app/_ui/button.tsx';
import { Field, FormError, Select } from '#app/_ui/field.tsx';
import { Loading, SkeletonOf } from '#app/_ui/skeleton.tsx';
import { salesTemplate } from '#app/features/funnels/templates.ts';
import { useRefreshFunnels } from '#app/features/funnels/use-refresh-funnels.ts';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import type { ReachableFunnel } from '#server/panel-api/schemas/funnels.ts';

/** Whether a key may be used with some steps only. */
export const isLimited = (key: ApiKeyView | undefined): boolean =>
  key !== undefined && key.funnels.length + key.steps.length > 0;

/** The steps that a key can be used with, by funnel. */
function stepsOf(key: ApiKeyView | undefined, all: readonly ReachableFunnel[]): ReachableFunnel[] {
  if (!key || !isLimited(key)) return [...all];
  const ids = new Set([...key.funnels, ...key.steps].map(({ id }) => id));

  return all
    .map((funnel) => ({
      ...funnel,
      steps: ids.has(funnel.id) ? funnel.steps : funnel.steps.filter(({ id }) => ids.has(id)),
    }))
    .filter(({ steps }) => steps.length > 0);
}

interface Place {
  funnelId: string | undefined;
  stepId: string | undefined;
  /** Limits the steps to those of the key. */
  apiKey?: ApiKeyView | undefined;
}

/** The steps that take leads, and the one of the place; the first one when there is none. */
export function useSteps({ funnelId, stepId, apiKey }: Place) {
  const list = useQuery(useTRPC().steps.list.queryOptions());
  const funnels = stepsOf(apiKey, list.data ?? []);
  const funnel =
    funnels.find(({ steps }) => steps.some(({ id }) => id === stepId)) ??
    funnels.find(({ id }) => id === funnelId) ??
    funnels[0];

  return {
    list,
    funnels,
    funnel,
    step: funnel?.steps.find(({ id }) => id === stepId) ?? funnel?.steps[0],
  };
}

interface StepChooserProps {
  steps: ReturnType<typeof useSteps>;
  onFunnel: (id: string) => void;
  onStep: (id: string) => void;
  /** Instead of a choice when there is no step. */
  none: ReactNode;
}

export function StepChooser({ steps, onFunnel, onStep, none }: StepChooserProps) {
  const { list, funnels, funnel, step } = steps;
  if (list.isPending) {
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
  if (!funnel || !step) return none;

  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Funnel">
        <Select value={funnel.id} onChange={(event) => onFunnel(event.target.value)}>
          {funnels.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Step">
        <Select value={step.id} onChange={(event) => onStep(event.target.value)}>
          {funnel.steps.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

const firstFunnel = { name: 'Website', steps: [...salesTemplate.steps] };

/** Creates a funnel with its steps in place, so that the secret stays on the screen. */
export function FirstFunnel({ onCreated }: { onCreated: () => void }) {
  const trpc = useTRPC();
  const refresh = useRefreshFunnels();
  const announce = useAnnounce();
  const canManage = useCan('admin');
  const create = useMutation(
    trpc.funnels.create.mutationOptions({
      onSuccess: async () => {
        await refresh();
        announce(`Funnel ${firstFunnel.name} created`);
        onCreated();
      },
    }),
  );

  return (
    <div className="grid gap-3 rounded-sm border border-border border-dashed p-4">
      <p className="text-fg-muted">
        Leads are sent to a step of a funnel, and there is none yet.{' '}
        {canManage
          ? `Create one with the steps ${firstFunnel.steps.map(({ name }) => name).join(', ')}. You can rename all of them later.`
          : 'Ask an admin of this company to create a funnel.'}
      </p>
      {canManage && (
        <Button
          className="justify-self-start"
          pending={create.isPending}
          onClick={() => create.mutate(firstFunnel)}
        >
          <Plus aria-hidden />
          Create funnel {firstFunnel.name}
        </Button>
      )}
      <FormError>{create.error && readFailure(create.error).message}</FormError>
    </div>
  );
}
