'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTRPC } from '#app/_trpc/client.ts';
import { useKeptDialog } from '#app/_trpc/kept-input.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { count, countLeads } from '#app/_ui/format.ts';
import { LazyDialog, preloadOnHover } from '#app/_ui/lazy.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton, SkeletonRows } from '#app/_ui/skeleton.tsx';
import { EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import { ArchivedFunnelNote } from '#app/[company]/funnels/_parts/archived-notes.tsx';
import { FunnelTabs } from '#app/[company]/funnels/_parts/funnel-tabs.tsx';
import { ItemMenu } from '#app/[company]/funnels/_parts/item-menu.tsx';
import { useFunnelArchiving } from '#app/[company]/funnels/_parts/use-archiving.ts';
import { LazyItemDialogs, useConfirm } from '#app/[company]/funnels/_parts/use-confirm.tsx';
import { stepsPerFunnel } from '#db/values/limits.ts';
import type { FunnelView } from '#server/panel-api/schemas/funnels.ts';
import { ArchivedSteps } from './archived-steps.tsx';
import { StepsTable } from './steps-table.tsx';

const dialog = {
  name: 'new step dialog',
  load: async () => (await import('./add-step-dialog.tsx')).AddStepDialog,
};

export function FunnelScreen({ funnelId }: { funnelId: string }) {
  const funnel = useQuery(useTRPC().funnels.get.queryOptions({ id: funnelId }));

  if (funnel.isPending) return <FunnelSkeleton />;
  if (!funnel.data)
    return <QueryFailure headingLevel={1} query={funnel} title="This funnel could not be loaded" />;
  return <Loaded funnel={funnel.data} />;
}

function Loaded({ funnel }: { funnel: FunnelView }) {
  const canManage = useCan('admin');
  const [adding, setAdding] = useKeptDialog('new step', false);
  const steps = funnel.steps.filter((step) => step.archivedAt === null);
  const archived = funnel.steps.filter((step) => step.archivedAt !== null);
  const addStep = canManage && !funnel.archivedAt && steps.length < stepsPerFunnel && (
    <Button {...preloadOnHover(dialog)} variant="primary" onClick={() => setAdding(true)}>
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
      <LazyDialog dialog={dialog} open={adding} onCancel={() => setAdding(false)}>
        {(AddStepDialog) => (
          <AddStepDialog funnel={funnel} open={adding} onOpenChange={setAdding} />
        )}
      </LazyDialog>
    </div>
  );
}

function FunnelActions({ funnel }: { funnel: FunnelView }) {
  const confirm = useConfirm('funnel');
  const { archive } = useFunnelArchiving();
  const steps = funnel.steps.filter((step) => step.archivedAt === null).length;

  return (
    <>
      <ItemMenu item={{ ...funnel, steps }} showDialog={confirm.showDialog} variant="secondary" />
      <LazyItemDialogs noun="funnel" confirm={confirm} archive={archive} />
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
