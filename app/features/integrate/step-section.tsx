'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useSession } from '#app/_trpc/session.tsx';
import { useAddress } from '#app/_ui/address.ts';
import { ButtonLink } from '#app/_ui/button.tsx';
import { Skeleton } from '#app/_ui/skeleton.tsx';
import { StepId } from '#app/features/funnels/cells.tsx';
import { FirstFunnel, StepChooser, useSteps } from '#app/features/snippets/step-chooser.tsx';

/** The step to send to; the address names it, so that a reload keeps it. */
export function useStepChoice() {
  const [stepId, setStepId] = useAddress('step');
  const [funnelId, setFunnelId] = useAddress('funnel');
  const steps = useSteps({ funnelId, stepId });

  return {
    steps,
    /** The step of the address takes no leads. */
    isGone: stepId !== '' && steps.list.isSuccess && steps.step?.id !== stepId,
    chooseFunnel: (id: string) => {
      setStepId('');
      setFunnelId(id);
    },
    chooseStep: (id: string) => {
      setFunnelId('');
      setStepId(id);
    },
  };
}

export function StepSection({ choice }: { choice: ReturnType<typeof useStepChoice> }) {
  const { steps, isGone, chooseFunnel, chooseStep } = choice;
  const { list, step } = steps;
  if (list.isError && !list.data)
    return <QueryFailure query={list} title="The steps could not be loaded" headingLevel={3} />;

  return (
    <>
      {isGone && step && (
        <p className="text-warning">
          The step of this address is archived or does not exist. Another one is chosen.
        </p>
      )}
      <StepChooser steps={steps} onFunnel={chooseFunnel} onStep={chooseStep} none={<NoStep />} />
      {step && (
        <div>
          <p className="font-medium text-sm">Step ID</p>
          <StepId step={step} />
        </div>
      )}
    </>
  );
}

/** No step takes leads: there is no funnel, or everything is archived. */
function NoStep() {
  const { company } = useSession();
  const funnels = useQuery(useTRPC().funnels.list.queryOptions({ archived: false }));
  if (funnels.isPending) return <Skeleton className="h-20 animate-appear-late" />;
  if (!funnels.data)
    return (
      <QueryFailure query={funnels} title="The funnels could not be loaded" headingLevel={3} />
    );

  const { current, archived } = funnels.data.counts;
  if (current + archived === 0) {
    return <FirstFunnel onCreated={() => document.querySelector('main')?.focus()} />;
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-fg-muted">
        No step takes leads: all are archived. An admin can restore one, or add one.
      </p>
      <ButtonLink href={`/${company.slug}/funnels${current === 0 ? '?show=archived' : ''}`}>
        Open funnels
      </ButtonLink>
    </div>
  );
}
