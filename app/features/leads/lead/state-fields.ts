import { useTRPCClient } from '#app/_trpc/client.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { statusLabels } from '#app/features/leads/labels.ts';
import { mayOwnLeads } from '#db/values/access.ts';
import { type LeadStatus, leadStatuses } from '#db/values/leads.ts';
import type { FilterChoices } from '#server/panel-api/schemas/lead-list.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import type { EditedLead, LeadField } from './use-lead-edit.ts';

/** The status, for `useLeadEdit`. */
export function useStatusField(
  lead: EditedLead & Pick<LeadDetail, 'status'>,
): LeadField<LeadStatus> {
  const { update } = useTRPCClient().leads;
  const names = new Map<string, string>(Object.entries(statusLabels));

  return {
    label: 'Status',
    lead,
    type: 'status',
    value: lead.status,
    read: (text) => leadStatuses.find((each) => each === text),
    nameOf: (status) => names.get(status),
    patch: (status) => ({ status }),
    save: (status) => update.mutate({ id: lead.id, status }),
  };
}

export const noOwner = 'No owner';

/** The owner, for `useLeadEdit`: the id of a member, or an empty text. */
export function useOwnerField(
  lead: EditedLead & Pick<LeadDetail, 'ownerId'>,
  members: FilterChoices['members'],
) {
  const { assign } = useTRPCClient().leads;
  const { user, company } = useSession();
  const field: LeadField<string> = {
    label: 'Owner',
    lead,
    type: 'owner',
    value: lead.ownerId ?? '',
    read: (id) => id,
    nameOf: (id) => (id === '' ? noOwner : members.find((member) => member.id === id)?.name),
    patch: (id) => ({ ownerId: id || null }),
    save: ({ from, to }) =>
      assign.mutate({ id: lead.id, owner: { from: from || null, to: to || null } }),
  };

  return {
    field,
    assignable: members
      .filter(mayOwnLeads)
      .map(({ id, name }) => ({ id, name: id === user.id ? `${name} (you)` : name })),
    /** Whether the user would not see the lead any more, and has to confirm it: GiveAwayDialog. */
    isGivenAway: (to: string) =>
      company.sees !== 'all' && to !== user.id && (to !== '' || company.sees === 'own'),
  };
}
