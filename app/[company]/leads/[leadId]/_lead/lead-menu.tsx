'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Trash2 } from 'lucide-react';
import { useTRPC } from '#app/_trpc/client.ts';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { Menu } from '#app/_ui/menu.tsx';
import { useRefreshFunnels } from '#app/[company]/funnels/_parts/use-refresh-funnels.ts';
import { useChangeLeads } from '#app/[company]/leads/_list/use-change-leads.ts';

interface LeadMenuProps {
  leadId: string;
  /** Leaves the lead. */
  onDeleted: () => void;
}

/** Agents and admins. */
export function LeadMenu({ leadId, onDeleted }: LeadMenuProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refreshFunnels = useRefreshFunnels();
  const { run, pending } = useChangeLeads();

  async function remove() {
    if (!(await run([leadId], { field: 'deleted', to: true }, 'deleted'))) return;
    onDeleted();
    /* Not read again now: nothing shows it. */
    const lead = trpc.leads.get.queryFilter({ id: leadId });
    void queryClient.invalidateQueries({ ...lead, refetchType: 'none' });
    void refreshFunnels();
  }

  return (
    <Menu
      trigger={
        <IconButton label="Actions for this lead" size="sm">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {({ MenuItem }) => (
        <MenuItem
          icon={<Trash2 aria-hidden />}
          tone="danger"
          disabled={pending}
          onSelect={() => void remove()}
        >
          Delete lead
        </MenuItem>
      )}
    </Menu>
  );
}
