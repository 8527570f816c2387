'use client';

import { useCan } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import type { FunnelView } from '#server/api/schemas/funnels.ts';
import { ArchivedNote } from '../../_parts/archived-note.tsx';
import { useFunnelArchiving } from '../../_parts/use-archiving.ts';

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
      This funnel is archived. API calls to its steps are answered with 404 Funnel step not found.
    </ArchivedNote>
  );
}
