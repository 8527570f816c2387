'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, ShieldAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Button } from '#app/_ui/button.tsx';
import { Field, FormError, Select } from '#app/_ui/field.tsx';
import { Loading, SkeletonOf } from '#app/_ui/skeleton.tsx';
import { useOrigin } from '#app/_ui/use-origin.ts';
import { salesTemplate } from '#app/[company]/funnels/_parts/templates.ts';
import { useRefreshFunnels } from '#app/[company]/funnels/_parts/use-refresh-funnels.ts';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import type { ReachableFunnel } from '#server/panel-api/schemas/funnels.ts';
import { SnippetTabs } from './snippet-tabs.tsx';

interface SnippetGuideProps {
  title: string;
  /** Limits the steps to those of the key. */
  apiKey?: ApiKeyView;
  /** Absent: the snippets show where the key belongs. */
  secret?: string;
  /** Also called for a snippet, which contains the key. */
  onCopied?: () => void;
}

/** A placeholder with the length of an id, for the skeleton. */
const anyStepId = '00000000-0000-0000-0000-000000000000';

/** Snippets for a selectable step. Without any step, it offers to create a funnel. */
export function SnippetGuide({ title, apiKey, secret, onCopied }: SnippetGuideProps) {
  const section = useRef<HTMLElement>(null);
  const selection = useStepSelection(apiKey);
  const input = { baseUrl: `${useOrigin()}/api`, stepId: selection.step?.id ?? anyStepId, secret };
  /* With a secret it is in a dialog, below its title. */
  const Heading = secret ? 'h3' : 'h2';
  const code = <SnippetTabs input={input} {...(onCopied && { onCopied })} />;

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={title}
      className="outline-none grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3"
    >
      <div className="flex min-h-5.5 flex-wrap items-center justify-between gap-2">
        <Heading className="font-semibold">{title}</Heading>
        {secret && selection.step && (
          <Badge tone="warning" icon={<ShieldAlert aria-hidden />}>
            Contains your secret
          </Badge>
        )}
      </div>
      <StepChooser
        selection={selection}
        limited={isLimited(apiKey)}
        onCreated={() => section.current?.focus()}
      />
      {selection.step ? code : selection.pending && <SkeletonOf>{code}</SkeletonOf>}
    </section>
  );
}

const isLimited = (key: ApiKeyView | undefined): boolean =>
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

/** Initially the first step is selected. */
function useStepSelection(apiKey: ApiKeyView | undefined) {
  const list = useQuery(useTRPC().steps.list.queryOptions());
  const [funnelId, chooseFunnel] = useState<string>();
  const [stepId, chooseStep] = useState<string>();
  const funnels = stepsOf(apiKey, list.data ?? []);
  const funnel = funnels.find(({ id }) => id === funnelId) ?? funnels[0];

  return {
    funnels,
    funnel,
    chooseFunnel,
    step: funnel?.steps.find(({ id }) => id === stepId) ?? funnel?.steps[0],
    chooseStep,
    pending: list.isPending,
    failure: list.isError && !list.data ? readFailure(list.error).message : undefined,
  };
}

interface StepChooserProps {
  selection: ReturnType<typeof useStepSelection>;
  limited: boolean;
  /** Called after the first funnel was created, when its button is gone. */
  onCreated: () => void;
}

function StepChooser({ selection, limited, onCreated }: StepChooserProps) {
  const { funnels, funnel, step } = selection;
  if (selection.pending) {
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
  if (!funnel || !step)
    return limited ? <NoReachableStep /> : <FirstFunnel onCreated={onCreated} />;

  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Funnel">
        <Select value={funnel.id} onChange={(event) => selection.chooseFunnel(event.target.value)}>
          {funnels.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Step">
        <Select value={step.id} onChange={(event) => selection.chooseStep(event.target.value)}>
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

function NoReachableStep() {
  return (
    <p className="text-fg-muted">
      The funnels and steps that this key may use are archived. Restore one, or edit the key.
    </p>
  );
}

const firstFunnel = { name: 'Website', steps: [...salesTemplate.steps] };

/** Creates a funnel with its steps in place, so that the secret stays on the screen. */
function FirstFunnel({ onCreated }: { onCreated: () => void }) {
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
          ? `Create one with the steps ${firstFunnel.steps.join(', ')}. You can rename all of them later.`
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
