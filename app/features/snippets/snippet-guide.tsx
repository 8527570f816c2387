'use client';

import { ShieldAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { readFailure } from '#app/_trpc/failure.ts';
import { useOrigin } from '#app/_ui/address.ts';
import { Badge } from '#app/_ui/badge.tsx';
import { SkeletonOf } from '#app/_ui/skeleton.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { SnippetTabs } from './snippet-tabs.tsx';
import { FirstFunnel, isLimited, StepChooser, useSteps } from './step-chooser.tsx';

interface SnippetGuideProps {
  title: string;
  /** Limits the steps to those of the key. */
  apiKey: ApiKeyView;
  secret: string;
  /** Also called for a snippet, which contains the key. */
  onCopied: () => void;
}

/** A placeholder with the length of an id, for the skeleton. */
const anyStepId = '00000000-0000-0000-0000-000000000000';

/** Snippets with the secret of a new key, for a selectable step. Without any step, it offers to create a funnel. */
export function SnippetGuide({ title, apiKey, secret, onCopied }: SnippetGuideProps) {
  const section = useRef<HTMLElement>(null);
  const [funnelId, chooseFunnel] = useState<string>();
  const [stepId, chooseStep] = useState<string>();
  const steps = useSteps({ funnelId, stepId, apiKey });
  const { list, step } = steps;
  const input = { baseUrl: `${useOrigin()}/api`, stepId: step?.id ?? anyStepId, secret };
  const code = <SnippetTabs input={input} onCopied={onCopied} />;
  const failure = list.isError && !list.data ? readFailure(list.error).message : undefined;

  function none() {
    if (failure) return <p className="text-danger text-sm">{failure}</p>;
    if (isLimited(apiKey)) return <NoReachableStep />;

    return <FirstFunnel onCreated={() => section.current?.focus()} />;
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={title}
      className="outline-none grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3"
    >
      <div className="flex min-h-5.5 flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        {step && (
          <Badge tone="warning" icon={<ShieldAlert aria-hidden />}>
            Contains your secret
          </Badge>
        )}
      </div>
      <StepChooser
        steps={steps}
        onFunnel={(id) => {
          chooseFunnel(id);
          chooseStep(undefined);
        }}
        onStep={chooseStep}
        none={none()}
      />
      {step ? code : list.isPending && <SkeletonOf>{code}</SkeletonOf>}
    </section>
  );
}

function NoReachableStep() {
  return (
    <p className="text-fg-muted">
      The funnels and steps that this key may use are archived. Restore one, or edit the key.
    </p>
  );
}
