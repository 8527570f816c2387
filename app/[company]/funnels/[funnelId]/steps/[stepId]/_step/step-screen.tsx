'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { count, digits } from '#app/_ui/count.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { RelativeTime } from '#app/_ui/relative-time.tsx';
import type { StepView } from '#server/api/schemas/funnels.ts';
import { StepId } from '../../../../_parts/step-id.tsx';
import { ArchivedStepNote } from './archived-step-note.tsx';
import { StepLeads } from './step-leads.tsx';
import { StepSkeleton } from './step-skeleton.tsx';

export function StepScreen({ stepId }: { stepId: string }) {
  const step = useQuery(useTRPC().steps.get.queryOptions({ id: stepId }));

  if (step.isPending) return <StepSkeleton />;
  if (!step.data)
    return <QueryFailure headingLevel={1} query={step} title="This step could not be loaded" />;

  return (
    <div className="grid max-w-300 gap-5">
      <PageHeader title={<bdi>{step.data.name}</bdi>} meta={<StepMeta step={step.data} />} />
      <ArchivedStepNote step={step.data} />
      <StepLeads step={step.data} />
    </div>
  );
}

function StepMeta({ step }: { step: StepView }) {
  return (
    <>
      <p>
        {count(step.leads, 'lead')} · {digits(step.leadsToday)} today
        {step.lastLeadAt && (
          <>
            {' · last lead '}
            <RelativeTime at={step.lastLeadAt} />
          </>
        )}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm">
        Step ID <StepId step={step} />
      </p>
    </>
  );
}
