import { count } from '#app/_ui/count.ts';

/** What archiving a funnel does, in numbers. */
export function FunnelImpact({ leads, steps }: { leads: number; steps: number }) {
  return (
    <>
      {leads === 0 ? 'It has no leads. ' : `${count(leads, 'lead')} stay and can still be read. `}
      {steps > 0 &&
        `API calls to its ${count(steps, 'step')} are answered with 404 Funnel step not found, until the funnel is restored.`}
    </>
  );
}

/** What archiving a step does, in numbers. */
export function StepImpact({ leads }: { leads: number }) {
  return (
    <>
      {leads === 0 ? 'It has no leads. ' : `${count(leads, 'lead')} stay and can still be read. `}
      API calls to this step are answered with 404 Funnel step not found, until it is restored.
    </>
  );
}
