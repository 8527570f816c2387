'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Eraser, Trash2 } from 'lucide-react';
import { useTRPC } from '#app/_trpc/client.ts';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { Menu, MenuItem } from '#app/_ui/menu.tsx';
import { useRefreshFunnels } from '#app/[company]/funnels/_parts/use-refresh-funnels.ts';
import { useChangeLeads } from '#app/[company]/leads/_list/use-change-leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { useEraseLead } from './use-erase-lead.tsx';

interface LeadMenuProps {
  lead: Pick<LeadDetail, 'id' | 'name'>;
  /** Leaves the lead. */
  onDeleted: () => void;
}

/** Agents and admins. */
export function LeadMenu({ lead, onDeleted }: LeadMenuProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refreshFunnels = useRefreshFunnels();
  const { run, pending } = useChangeLeads();
  const erase = useEraseLead(lead, onDeleted);

  async function remove() {
    if (!(await run([lead.id], { field: 'deleted', to: true }, 'deleted'))) return;
    onDeleted();
    /* Not read again now: nothing shows it. */
    const shown = trpc.leads.get.queryFilter({ id: lead.id });
    void queryClient.invalidateQueries({ ...shown, refetchType: 'none' });
    void refreshFunnels();
  }

  return (
    <>
      <Menu
        trigger={
          <IconButton ref={erase.opener} label="Actions for this lead" size="sm">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem
          icon={<Trash2 aria-hidden />}
          tone="danger"
          disabled={pending}
          onSelect={() => void remove()}
        >
          Delete lead
        </MenuItem>
        {erase.isAllowed && (
          <MenuItem icon={<Eraser aria-hidden />} tone="danger" onSelect={erase.start}>
            Erase lead…
          </MenuItem>
        )}
      </Menu>
      {erase.dialog}
    </>
  );
}
