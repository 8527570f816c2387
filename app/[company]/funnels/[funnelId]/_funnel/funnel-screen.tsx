'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan } from '#app/_trpc/session.tsx';
import { useDraftDialog } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { count, countLeads } from '#app/_ui/format.ts';
import { late } from '#app/_ui/late.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton, SkeletonRows } from '#app/_ui/skeleton.tsx';
import { EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import { ArchivedFunnelNote } from '#app/[company]/funnels/_parts/archived-notes.tsx';
import { FunnelTabs } from '#app/[company]/funnels/_parts/funnel-tabs.tsx';
import { ItemMenu } from '#app/[company]/funnels/_parts/item-menu.tsx';
import { useFunnelArchiving } from '#app/[company]/funnels/_parts/use-archiving.ts';
import { ItemDialogs, useItemDialog } from '#app/[company]/funnels/_parts/use-item-dialog.tsx';
import { stepsPerFunnel } from '#db/values/limits.ts';
import type { FunnelView } from '#server/panel-api/schemas/funnels.ts';
import { ArchivedSteps } from './archived-steps.tsx';
import { StepsTable } from './steps-table.tsx';

const AddStepDialog = late(async () => (await import('./add-step-dialog.tsx')).AddStepDialog);

export function FunnelScreen({ funnelId }: { funnelId: string }) {
  const funnel = useQuery(useTRPC().funnels.get.queryOptions({ id: funnelId }));

  if (funnel.isPending) return <FunnelSkeleton />;
  if (!funnel.data)
    return <QueryFailure headingLevel={1} query={funnel} title="This funnel could not be loaded" />;
  return <Loaded funnel={funnel.data} />;
}

function Loaded({ funnel }: { funnel: FunnelView }) {
  const canManage = useCan('admin');
  const dialog = useDraftDialog<true>('new step');
  const steps = funnel.steps.filter((step) => step.archivedAt === null);
  const archived = funnel.steps.filter((step) => step.archivedAt !== null);
  const addStep = canManage && !funnel.archivedAt && steps.length < stepsPerFunnel && (
    <Button variant="primary" onClick={() => dialog.show(true)}>
      <Plus aria-hidden />
      Add step
    </Button>
  );

  return (
    <div className="grid max-w-400 gap-5">
      <PageHeader
        title={<bdi>{funnel.name}</bdi>}
        meta={`${count(steps.length, 'step')} · ${countLeads(funnel)}`}
        actions={
          <>
            {steps.length > 0 && addStep}
            {canManage && <FunnelActions funnel={funnel} />}
          </>
        }
      />
      <FunnelTabs
        funnelId={funnel.id}
        current="steps"
        canIntegrate={steps.length > 0 && !funnel.archivedAt}
      />
      {!canManage && (
        <ForbiddenState>
          You can view this funnel and copy its step IDs. Only admins of this company can change it.
        </ForbiddenState>
      )}
      {funnel.archivedAt && <ArchivedFunnelNote funnel={funnel} />}
      {steps.length > 0 ? (
        <StepsTable funnel={funnel} steps={steps} />
      ) : (
        <EmptyState title="No steps yet" action={addStep}>
          Leads are sent to a step. Add one and copy its ID into your form or integration.
        </EmptyState>
      )}
      {archived.length > 0 && <ArchivedSteps steps={archived} funnelId={funnel.id} />}
      {dialog.about && <AddStepDialog funnel={funnel} dialog={dialog} />}
    </div>
  );
}

function FunnelActions({ funnel }: { funnel: FunnelView }) {
  const dialog = useItemDialog('funnel');
  const { archive } = useFunnelArchiving();
  const steps = funnel.steps.filter((step) => step.archivedAt === null).length;

  return (
    <>
      <ItemMenu item={{ ...funnel, steps }} showDialog={dialog.show} variant="secondary" />
      {dialog.about && <ItemDialogs noun="funnel" dialog={dialog} archive={archive} />}
    </>
  );
}

function FunnelSkeleton() {
  return (
    <Loading label="Loading the funnel" className="grid gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-56" />
        <Skeleton className="w-36" />
      </div>
      <SkeletonRows rows={4} className="h-16">
        <span className="grid gap-2">
          <Skeleton className="w-32" />
          <Skeleton className="h-3 w-72" />
        </span>
        <Skeleton className="ml-auto hidden w-14 md:block" />
        <Skeleton className="w-20" />
      </SkeletonRows>
    </Loading>
  );
}
