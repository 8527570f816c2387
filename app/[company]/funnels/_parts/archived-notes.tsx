'use client';

import { Archive } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCan } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import type { FunnelView, StepView } from '#server/panel-api/schemas/funnels.ts';
import { useFunnelArchiving, useStepArchiving } from './use-archiving.ts';

interface ArchivedNoteProps {
  children: ReactNode;
  action?: ReactNode;
}

/** A notice that the funnel or step is archived. */
export function ArchivedNote({ children, action }: ArchivedNoteProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warning-soft px-3 py-2 text-warning">
      <Archive aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 grow basis-60 text-sm">{children}</p>
      {action}
    </div>
  );
}

export function ArchivedFunnelNote({ funnel }: { funnel: FunnelView }) {
  const canManage = useCan('admin');
  const { restore, restoring } = useFunnelArchiving();

  return (
    <ArchivedNote
      action={
        canManage && (
          <Button size="sm" pending={restoring !== undefined} onClick={() => restore(funnel)}>
            Restore
          </Button>
        )
      }
    >
      This funnel is archived. API calls to its steps return 404 Funnel step not found.
    </ArchivedNote>
  );
}

const effect = 'API calls to this step return 404 Funnel step not found.';

export function ArchivedStepNote({ step }: { step: StepView }) {
  const canManage = useCan('admin');
  const { restore, restoring } = useStepArchiving();

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
    </ArchivedNote>
  );
}
