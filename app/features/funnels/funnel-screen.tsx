'use client';

import { useQuery } from '@tanstack/react-query';
import { Archive, Plus } from 'lucide-react';
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
import { Table, TableBody, TableFrame, TableRow, Td } from '#app/_ui/table.tsx';
import { stepsPerFunnel } from '#db/values/limits.ts';
import type { FunnelView, StepRow } from '#server/panel-api/schemas/funnels.ts';
import { useStepRestoring } from './archived-step.tsx';
import { ArchivedFunnelNote } from './archiving.tsx';
import { StepCells, StepsHead } from './cells.tsx';
import { FunnelTabs } from './funnel-tabs.tsx';
import { ItemDialogs, ItemMenu, useItemDialog } from './item-menu.tsx';
import { statusAndStep } from './outcome-mark.tsx';
import { StepsTable } from './steps-table.tsx';

const AddStepDialog = late(async () => (await import('./item-dialogs.tsx')).AddStepDialog);

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
      {steps.length > 0 && <p className="max-w-prose text-fg-muted">{statusAndStep}</p>}
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
  const steps = funnel.steps.filter((step) => step.archivedAt === null).length;

  return (
    <>
      <ItemMenu item={{ ...funnel, steps }} showDialog={dialog.show} variant="secondary" />
      {dialog.about && <ItemDialogs noun="funnel" dialog={dialog} />}
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

/** They accept no leads. Those that came in the moment of archiving, or were restored, can be moved. */
function ArchivedSteps({ steps, funnelId }: { steps: readonly StepRow[]; funnelId: string }) {
  const canManage = useCan('admin');
  const { restore, restoring } = useStepRestoring();
  const dialog = useItemDialog('archived step');

  return (
    <section className="mt-3 grid gap-2">
      <h2 className="font-semibold text-base">Archived steps</h2>
      <TableFrame>
        <Table caption="Archived steps. API calls to them return 404.">
          <StepsHead actions={canManage && 'Actions'} />
          <TableBody>
            {steps.map((step) => (
              <TableRow
                key={step.id}
                data-testid={`step-row-${step.id}`}
                className="grid-cols-3 [&_a]:text-fg-muted"
              >
                <StepCells
                  step={step}
                  funnelId={funnelId}
                  takesLeads={false}
                  share={0}
                  marker={<ArchivedMarker />}
                />
                {canManage && (
                  <Td className="col-span-3">
                    <span className="flex flex-wrap gap-2 md:justify-end">
                      {step.leads > 0 && (
                        <Button
                          size="sm"
                          aria-describedby={`step-${step.id}`}
                          onClick={() => dialog.show({ kind: 'empty', item: step })}
                        >
                          Move leads
                        </Button>
                      )}
                      <Button
                        size="sm"
                        aria-describedby={`step-${step.id}`}
                        pending={restoring === step.id}
                        onClick={() => restore(step)}
                      >
                        Restore
                      </Button>
                    </span>
                  </Td>
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableFrame>
      {dialog.about && <ItemDialogs noun="step" dialog={dialog} />}
    </section>
  );
}

function ArchivedMarker() {
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-full bg-surface-2 text-fg-subtle"
    >
      <Archive className="size-4" />
    </span>
  );
}
