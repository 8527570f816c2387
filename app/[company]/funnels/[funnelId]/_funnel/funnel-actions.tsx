'use client';

import { Archive, Ellipsis, Pencil } from 'lucide-react';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { LazyDialog } from '#app/_ui/lazy.tsx';
import { Menu } from '#app/_ui/menu.tsx';
import type { FunnelView } from '#server/api/schemas/funnels.ts';
import type { AskedFunnel } from '../../_parts/funnel-dialogs.tsx';
import { funnelDialogs } from '../../_parts/later-dialogs.ts';
import { useFunnelArchiving } from '../../_parts/use-archiving.ts';
import { useAsked } from '../../_parts/use-asked.ts';

/** The menu of the funnel's page. */
export function FunnelActions({ funnel }: { funnel: FunnelView }) {
  const asking = useAsked<'rename' | 'archive', AskedFunnel>();
  const { archive } = useFunnelArchiving();
  const steps = funnel.steps.filter((step) => step.archivedAt === null).length;
  const asked = { id: funnel.id, name: funnel.name, leads: funnel.leads, steps };

  return (
    <>
      <Menu
        opens={funnelDialogs}
        trigger={
          <IconButton variant="secondary" label={`Actions for ${funnel.name}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {({ MenuItem }) => (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => asking.ask('rename', asked)}>
              Rename
            </MenuItem>
            {!funnel.archivedAt && (
              <MenuItem
                icon={<Archive aria-hidden />}
                onSelect={() => asking.ask('archive', asked)}
              >
                Archive
              </MenuItem>
            )}
          </>
        )}
      </Menu>
      <LazyDialog dialog={funnelDialogs} open={asking.open} onCancel={() => asking.setOpen(false)}>
        {(FunnelDialogs) => <FunnelDialogs asking={asking} archive={archive} />}
      </LazyDialog>
    </>
  );
}
