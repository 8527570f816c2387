'use client';

import { useState } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { late } from '#app/_ui/late.tsx';
import { AnchoredMenu, MenuItem, MenuRadioGroup, MenuSeparator } from '#app/_ui/menu.tsx';
import { useTimeZone } from '#app/_ui/time.tsx';
import { statusLabels } from '#app/features/leads/labels.ts';
import { quickTime } from '#app/features/leads/lead/follow-up.tsx';
import { useRowActions } from '#app/features/leads/to-do/use-row-actions.ts';
import { useChangeLeads } from '#app/features/leads/use-change-leads.ts';
import { leadStatuses } from '#db/values/leads.ts';
import type {
  FilterChoices,
  LeadsChange,
  PlacedLead,
} from '#server/panel-api/schemas/lead-list.ts';

const FollowUpDialog = late(async () => (await import('./follow-up-dialog.tsx')).FollowUpDialog);

/** What can be changed in a row. */
export type RowField = 'status' | 'owner' | 'followUp';

const isField = (text: string | undefined): text is RowField =>
  text === 'status' || text === 'owner' || text === 'followUp';

export interface OpenMenu {
  leadId: string;
  field: RowField;
  anchor: HTMLElement;
}

/** The menu that a click in a row asks for. */
export function menuOfClick(target: EventTarget): OpenMenu | undefined {
  const anchor = target instanceof Element ? target.closest<HTMLElement>('[data-edit]') : null;
  const leadId = anchor?.closest<HTMLElement>('[data-lead]')?.dataset.lead;
  const field = anchor?.dataset.edit;
  return anchor && leadId && isField(field) ? { leadId, field, anchor } : undefined;
}

interface RowMenuProps {
  menu: OpenMenu | undefined;
  leads: readonly PlacedLead[];
  members: FilterChoices['members'];
  onClose: () => void;
}

/** The menu of a value in a row. One for all rows. */
export function RowMenu({ menu, leads, members, onClose }: RowMenuProps) {
  const [planned, setPlanned] = useState<PlacedLead>();
  const lead = leads.find(({ id }) => id === menu?.leadId);

  return (
    <>
      {menu && lead && (
        <AnchoredMenu anchor={menu.anchor} finalFocus={() => menu.anchor} onClose={onClose}>
          {menu.field === 'status' && <StatusItems lead={lead} onClose={onClose} />}
          {menu.field === 'owner' && <OwnerItems lead={lead} members={members} onClose={onClose} />}
          {menu.field === 'followUp' && (
            <FollowUpItems lead={lead} onDate={() => setPlanned(lead)} />
          )}
        </AnchoredMenu>
      )}
      {planned && <FollowUpDialog lead={planned} onClose={() => setPlanned(undefined)} />}
    </>
  );
}

interface ItemsProps {
  lead: PlacedLead;
  onClose: () => void;
}

function useChange({ id, name }: PlacedLead) {
  const { run } = useChangeLeads();

  return (wanted: LeadsChange, done: string) => void run([id], wanted, done, { id, name });
}

function StatusItems({ lead, onClose }: ItemsProps) {
  const change = useChange(lead);

  return (
    <MenuRadioGroup
      label="Status"
      value={lead.status}
      onValueChange={(to) => {
        onClose();
        change({ field: 'status', to }, `set to ${statusLabels[to].toLowerCase()}`);
      }}
      options={leadStatuses.map((value) => ({ value, label: statusLabels[value] }))}
    />
  );
}

function OwnerItems({ lead, members, onClose }: ItemsProps & Pick<RowMenuProps, 'members'>) {
  const { user } = useSession();
  const change = useChange(lead);
  const owners = members.filter(({ isActive, role }) => isActive && role !== 'viewer');
  const names = new Map(owners.map(({ id, name }) => [id, name]));

  return (
    <MenuRadioGroup
      label="Owner"
      value={lead.ownerId ?? ''}
      onValueChange={(to) => {
        onClose();
        const name = names.get(to);
        change(
          { field: 'owner', to: to || null },
          name === undefined ? 'unassigned' : `assigned to ${name}`,
        );
      }}
      options={[
        { value: '', label: 'No owner' },
        ...owners.map(({ id, name }) => ({
          value: id,
          label: <bdi>{id === user.id ? `${name} (you)` : name}</bdi>,
        })),
      ]}
    />
  );
}

function FollowUpItems({ lead, onDate }: { lead: PlacedLead; onDate: () => void }) {
  const { plan } = useRowActions(lead);
  const timeZone = useTimeZone();
  const planAt = (choice: 'tomorrow' | 'monday') =>
    void plan(quickTime(choice, new Date(), timeZone).toISOString());

  return (
    <>
      {lead.followUpAt !== null && (
        <>
          <MenuItem onSelect={() => void plan(null)}>Done</MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem onSelect={() => planAt('tomorrow')}>Tomorrow 9:00</MenuItem>
      <MenuItem onSelect={() => planAt('monday')}>Next Monday 9:00</MenuItem>
      <MenuItem onSelect={onDate}>Choose a day…</MenuItem>
    </>
  );
}
