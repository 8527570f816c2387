'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKeyView } from '#server/api/schemas/api-keys.ts';
import { useTRPC } from '../../../_trpc/client.ts';
import { readFailure } from '../../../_trpc/failure.ts';

interface Option {
  id: string;
  name: string;
}

export interface StepChoice {
  /** Funnels to choose from; empty when the key is limited to single steps. */
  funnels: Option[];
  funnelId: string | undefined;
  chooseFunnel: (id: string) => void;
  steps: Option[];
  stepId: string | undefined;
  chooseStep: (id: string) => void;
  pending: boolean;
  failure: string | undefined;
}

/** The steps that a key may be used with, for the snippets; the first of them to start with. */
export function useStepChoice(apiKey: ApiKeyView): StepChoice {
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

/** The wanted one while it is there, else the first. */
function pick(options: readonly Option[], wanted: string | undefined): string | undefined {
  return options.find(({ id }) => id === wanted)?.id ?? options[0]?.id;
}
