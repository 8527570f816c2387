'use client';

import { Archive, Ellipsis, Pencil } from 'lucide-react';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { Menu, MenuItem } from '#app/_ui/menu.tsx';
import type { FunnelView } from '#server/api/schemas/funnels.ts';
import { ArchiveDialog } from '../../_parts/archive-dialog.tsx';
import { FunnelImpact } from '../../_parts/impacts.tsx';
import { RenameFunnelDialog } from '../../_parts/rename-dialogs.tsx';
import { useFunnelArchiving } from '../../_parts/use-archiving.ts';
import { useAsked } from '../../_parts/use-asked.ts';

/** The menu of the funnel's page. */
export function FunnelActions({ funnel }: { funnel: FunnelView }) {
  const { asked, open, setOpen, ask } = useAsked<'rename' | 'archive', FunnelView>();
  const { archive } = useFunnelArchiving();
  const steps = funnel.steps.filter((step) => step.archivedAt === null).length;

  return (
    <>
      <Menu
        trigger={
          <IconButton variant="secondary" label={`Actions for ${funnel.name}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => ask('rename', funnel)}>
          Rename
        </MenuItem>
        {!funnel.archivedAt && (
          <MenuItem icon={<Archive aria-hidden />} onSelect={() => ask('archive', funnel)}>
            Archive
          </MenuItem>
        )}
      </Menu>
      <RenameFunnelDialog
        item={funnel}
        open={open && asked?.kind === 'rename'}
        onOpenChange={setOpen}
      />
      <ArchiveDialog
        open={open && asked?.kind === 'archive'}
        onOpenChange={setOpen}
        title={`Archive ${funnel.name}?`}
        impact={<FunnelImpact leads={funnel.leads} steps={steps} />}
        confirmLabel="Archive funnel"
        archive={() => archive(funnel)}
      />
    </>
  );
}
