'use client';

import { useCan } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import type { StepView } from '#server/api/schemas/funnels.ts';
import { ArchivedNote } from '../../../../_parts/archived-note.tsx';
import { useStepArchiving } from '../../../../_parts/use-archiving.ts';

const refused = 'API calls to this step are answered with 404 Funnel step not found.';

export function ArchivedStepNote({ step }: { step: StepView }) {
  const canManage = useCan('admin');
  const { restore, restoring } = useStepArchiving();

  if (step.funnel.archivedAt) {
    return <ArchivedNote>The funnel of this step is archived. {refused}</ArchivedNote>;
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
      This step is archived. {refused}
    </ArchivedNote>
  );
}
