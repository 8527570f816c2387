'use client';

import { useEffect, useState } from 'react';
import { focusIfLost } from '#app/_ui/focus.ts';
import { late } from '#app/_ui/late.tsx';
import { AnchoredMenu, MenuItem, MenuRadioGroup, MenuSeparator } from '#app/_ui/menu.tsx';
import { showDone } from '#app/_ui/toaster.tsx';
import { askIfEnded } from '#app/features/leads/ask-outcome.ts';
import { statusLabels } from '#app/features/leads/labels.ts';
import { GiveAwayDialog } from '#app/features/leads/lead/give-away-dialog.tsx';
import { noOwner, useOwnerField, useStatusField } from '#app/features/leads/lead/state-fields.ts';
import { useLeadEdit } from '#app/features/leads/lead/use-lead-edit.ts';
import { useOfferUndo } from '#app/features/leads/lead/use-undo.ts';
import { PlanItems } from '#app/features/leads/to-do/plan-items.tsx';
import { useRowActions } from '#app/features/leads/to-do/use-row-actions.ts';
import { useChangeLeads } from '#app/features/leads/use-change-leads.ts';
import { leadStatuses } from '#db/values/leads.ts';
import type { FilterChoices, PlacedLead } from '#server/panel-api/schemas/lead-list.ts';
import type { OpenMenu } from './open-menu.ts';

const FollowUpDialog = late(async () => (await import('./follow-up-dialog.tsx')).FollowUpDialog);

/** A dialog that an item of a menu has opened. */
type OpenDialog = { leadId: string } & ({ field: 'followUp' } | { field: 'owner'; to: string });

interface RowMenuProps {
  menu: OpenMenu | null;
  leads: readonly PlacedLead[];
  members: FilterChoices['members'];
  onClose: () => void;
}

/** The menu of a value in a row. One for all rows. */
export function RowMenu({ menu, leads, members, onClose }: RowMenuProps) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const leadOf = (open: { leadId: string } | null | undefined) =>
    open ? leads.find(({ id }) => id === open.leadId) : undefined;
  const lead = leadOf(menu);
  const asked = leadOf(dialog);
  const closeDialog = () => setDialog(undefined);
  if (dialog && !asked) closeDialog();

  return (
    <>
      {menu && lead && (
        <AnchoredMenu anchor={menu.anchor} finalFocus={() => menu.anchor} onClose={onClose}>
          <KeptFocus />
          {menu.field === 'status' && <StatusItems lead={lead} onClose={onClose} />}
          {menu.field === 'owner' && (
            <OwnerItems
              lead={lead}
              members={members}
              onClose={onClose}
              onGiveAway={(to) => setDialog({ leadId: lead.id, field: 'owner', to })}
            />
          )}
          {menu.field === 'followUp' && (
            <FollowUpItems
              lead={lead}
              onDate={() => setDialog({ leadId: lead.id, field: 'followUp' })}
            />
          )}
        </AnchoredMenu>
      )}
      {dialog?.field === 'followUp' && asked && (
        <FollowUpDialog lead={asked} onClose={closeDialog} />
      )}
      {dialog?.field === 'owner' && asked && (
        <GiveAway lead={asked} members={members} to={dialog.to} onClose={closeDialog} />
      )}
    </>
  );
}

/** When the row leaves the list, its open menu does too, and has no button to give the focus back to. */
function KeptFocus() {
  useEffect(
    () => () => {
      requestAnimationFrame(() => focusIfLost());
    },
    [],
  );

  return null;
}

interface ItemsProps {
  lead: PlacedLead;
  onClose: () => void;
}

function StatusItems({ lead, onClose }: ItemsProps) {
  const offerUndo = useOfferUndo();
  const { choose } = useLeadEdit({
    ...useStatusField(lead),
    onSaved: (saved, { to }) => {
      if (!saved) return;
      offerUndo(`${lead.name} set to ${statusLabels[to].toLowerCase()}`, saved);
      askIfEnded(saved);
    },
  });

  return (
    <MenuRadioGroup
      label="Status"
      value={lead.status}
      onValueChange={(to) => {
        onClose();
        choose(to);
      }}
      options={leadStatuses.map((value) => ({ value, label: statusLabels[value] }))}
    />
  );
}

interface OwnerProps extends ItemsProps {
  members: FilterChoices['members'];
}

function useOwnerEdit({ lead, members }: Omit<OwnerProps, 'onClose'>) {
  const owner = useOwnerField(lead, members);
  const { offerUndo } = useChangeLeads();
  const { choose } = useLeadEdit({
    ...owner.field,
    onSaved: (saved, { from, to }) => {
      const done = to === '' ? 'unassigned' : `assigned to ${owner.field.nameOf(to)}`;
      const message = `${lead.name} ${done}`;
      const at = saved?.changedAt;
      if (!at) return showDone(message);
      /* Not that of one lead, which does not know the owner before. */
      const back = [{ to: from || null, ids: [lead.id] }];
      offerUndo(message, [{ field: 'owner', from: to || null, back, at }]);
    },
  });

  return { ...owner, choose };
}

function OwnerItems(props: OwnerProps & { onGiveAway: (to: string) => void }) {
  const { lead, onClose, onGiveAway } = props;
  const { assignable, isGivenAway, choose } = useOwnerEdit(props);
  const owner = lead.ownerId ?? '';

  return (
    <MenuRadioGroup
      label="Owner"
      value={owner}
      onValueChange={(to) => {
        onClose();
        if (to !== owner && isGivenAway(to)) onGiveAway(to);
        else choose(to);
      }}
      options={[
        { value: '', label: noOwner },
        ...assignable.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> })),
      ]}
    />
  );
}

function GiveAway({ to, onClose, ...props }: OwnerProps & { to: string }) {
  const { field, choose } = useOwnerEdit(props);

  return (
    <GiveAwayDialog
      open
      to={to ? { name: field.nameOf(to) } : undefined}
      onAnswer={(isSure) => {
        onClose();
        if (isSure) choose(to);
      }}
    />
  );
}

function FollowUpItems({ lead, onDate }: { lead: PlacedLead; onDate: () => void }) {
  const { plan } = useRowActions(lead);

  return (
    <>
      {lead.followUpAt !== null && (
        <>
          <MenuItem onSelect={() => void plan(null)}>Done</MenuItem>
          <MenuSeparator />
        </>
      )}
      <PlanItems onPlan={(at) => void plan(at)} onDate={onDate} />
    </>
  );
}
