'use client';

import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useAddress } from '#app/_ui/use-address.ts';
import { StepChooser, useSteps } from '#app/[company]/_snippets/step-chooser.tsx';
import { StepId } from '#app/[company]/funnels/_parts/cells.tsx';
import { NoStep } from './no-step.tsx';

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

export function StepPart({ choice }: { choice: ReturnType<typeof useStepChoice> }) {
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
