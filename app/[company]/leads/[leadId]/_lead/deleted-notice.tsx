import { useQueryClient } from '@tanstack/react-query';
import { Eraser, Trash2, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { Button } from '#app/_ui/button.tsx';
import { LocalTime } from '#app/_ui/time.tsx';
import { useChangeLeads } from '#app/[company]/leads/_list/use-change-leads.ts';
import { deletedLeadsKeptDays } from '#db/values/limits.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import type { LeadEvent } from './lead-deletion.ts';
import { useEraseLead } from './use-erase-lead.tsx';
import { usePassFocus } from './use-pass-focus.ts';

/** The content of the sheet, or of the page. */
const around = (own: HTMLElement) => own.closest<HTMLElement>('[tabindex="-1"]');

interface DeletedNoticeProps {
  lead: Pick<LeadDetail, 'id' | 'name'>;
  deletion: LeadEvent;
  /** Leaves the lead. */
  onErased: () => void;
}

export function DeletedNotice({ lead, deletion, onErased }: DeletedNoticeProps) {
  const own = useRef<HTMLDivElement>(null);
  const { run, pending } = useChangeLeads();
  const queryClient = useQueryClient();
  const shown = useTRPC().leads.get.queryFilter({ id: lead.id });
  const erase = useEraseLead(lead, onErased);
  usePassFocus(own, around);

  async function restore() {
    await run([lead.id], { field: 'deleted', to: false }, 'restored');
    await queryClient.invalidateQueries(shown);
  }

  return (
    <div
      ref={own}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-warning-soft py-2 pr-2 pl-4 text-warning"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <Trash2 aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="[overflow-wrap:anywhere]">
          Deleted by <bdi>{deletion.actorName}</bdi> on <LocalTime at={deletion.createdAt} />. It
          can be restored for {deletedLeadsKeptDays} days.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {erase.isAllowed && (
          <Button ref={erase.opener} variant="ghost" onClick={erase.start}>
            <Eraser aria-hidden />
            Erase lead…
          </Button>
        )}
        <Button pending={pending} onClick={() => void restore()}>
          <Undo2 aria-hidden />
          Restore
        </Button>
      </div>
      {erase.dialog}
    </div>
  );
}
