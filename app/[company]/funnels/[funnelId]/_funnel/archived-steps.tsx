'use client';

import { Archive } from 'lucide-react';
import { useCan } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { Table, TableBody, TableFrame, TableRow, Td } from '#app/_ui/table.tsx';
import { useStepArchiving } from '#app/[company]/funnels/_parts/use-archiving.ts';
import type { StepRow } from '#server/panel-api/schemas/funnels.ts';
import { StepCells, StepsHead } from './step-cells.tsx';

/** Archived steps keep their leads but accept no new ones. */
export function ArchivedSteps({
  steps,
  funnelId,
}: {
  steps: readonly StepRow[];
  funnelId: string;
}) {
  const canManage = useCan('admin');
  const { restore, restoring } = useStepArchiving();

  return (
    <section className="mt-3 grid gap-2">
      <h2 className="font-semibold text-base">Archived steps</h2>
      <TableFrame>
        <Table caption="Archived steps. API calls to them return 404.">
          <StepsHead actions={canManage && 'Restore'} />
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
                  <Td className="col-span-3 md:text-right">
                    <Button
                      size="sm"
                      aria-describedby={`step-${step.id}`}
                      pending={restoring === step.id}
                      onClick={() => restore(step)}
                    >
                      Restore
                    </Button>
                  </Td>
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableFrame>
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
