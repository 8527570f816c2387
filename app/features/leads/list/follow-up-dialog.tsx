'use client';

import { Dialog } from '#app/_ui/dialog.tsx';
import { FollowUpForm } from '#app/features/leads/lead/follow-up.tsx';
import { useRowActions } from '#app/features/leads/to-do/use-row-actions.ts';
import type { PlacedLead } from '#server/panel-api/schemas/lead-list.ts';

/** Plans the follow-up of a lead for any day. */
export function FollowUpDialog({ lead, onClose }: { lead: PlacedLead; onClose: () => void }) {
  const { planned } = useRowActions(lead);

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={
        <>
          Follow-up of <bdi>{lead.name}</bdi>
        </>
      }
      width="sm"
    >
      <div className="@container">
        <FollowUpForm lead={lead} onClose={onClose} onPlanned={planned} />
      </div>
    </Dialog>
  );
}
