'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import type { StepView } from '#server/panel-api/schemas/funnels.ts';
import { ArchivedNote, idOf, type Restoring, useRestore } from './archiving.tsx';

export function useStepRestoring(): Restoring {
  const called = useMutation(useTRPC().steps.restore.mutationOptions());

  return { restore: useRestore(called.mutateAsync), restoring: idOf(called) };
}

const effect = 'API calls to this step return 404 Funnel step not found.';

export function ArchivedStepNote({ step }: { step: StepView }) {
  const canManage = useCan('admin');
  const { restore, restoring } = useStepRestoring();

  if (step.funnel.archivedAt) {
    return <ArchivedNote>The funnel of this step is archived. {effect}</ArchivedNote>;
  }
  if (!step.archivedAt) return null;

  return (
    <ArchivedNote
      action={
        canManage && (
          <Button size="sm" pending={restoring !== undefined} onClick={() => restore(step)}>
            Restore
          </Button>
        )
      }
    >
      This step is archived. {effect}
      {step.leads > 0 &&
        ' Boards do not show its leads: they can be moved where the steps of the funnel are listed.'}
    </ArchivedNote>
  );
}
