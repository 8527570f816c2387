'use client';

import { useMutation } from '@tanstack/react-query';
import { ArrowRight, CircleDot, RotateCcw, Trash2, UserRound, X } from 'lucide-react';
import { useRef } from 'react';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { Button, IconButton } from '#app/_ui/button.tsx';
import { mainContent, usePassFocus } from '#app/_ui/focus.ts';
import { count, digits } from '#app/_ui/format.ts';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#app/_ui/menu.tsx';
import { statusLabels } from '#app/features/leads/labels.ts';
import { useChangeLeads } from '#app/features/leads/use-change-leads.ts';
import { mayOwnLeads } from '#db/values/access.ts';
import { leadStatuses } from '#db/values/leads.ts';
import { chosenLeadsMax } from '#db/values/limits.ts';
import type { FilterChoices, LeadIds, LeadsChange } from '#server/panel-api/schemas/lead-list.ts';
import { type LeadsAddress, queryOf } from '#server/panel-api/schemas/leads-address.ts';
import type { Selection } from './selection.ts';

interface BulkBarProps {
  selection: Selection;
  choices: FilterChoices;
  view: LeadsAddress['view'];
  nameOf: (leadId: string) => string | undefined;
}

/** What can be done with the chosen leads. */
export function BulkBar({ selection, choices, view, nameOf }: BulkBarProps) {
  const { chosen, keepRest, clear } = selection;
  const { run, pending } = useChangeLeads();
  const bar = useRef<HTMLElement>(null);
  usePassFocus(bar, mainContent);

  async function change(wanted: LeadsChange, done: string) {
    const [id, ...others] = chosen;
    const name = id === undefined || others.length > 0 ? undefined : nameOf(id);
    const lead = id === undefined || name === undefined ? undefined : { id, name };
    keepRest(chosen, await run([...chosen], wanted, done, lead));
  }

  return (
    <section
      ref={bar}
      aria-label="Chosen leads"
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center justify-center gap-2 rounded-lg bg-surface p-2 pl-4 shadow-float"
    >
      <p role="status" className="font-medium tabular">
        {digits(chosen.size)} chosen
      </p>
      {view === 'deleted' ? (
        <Button
          pending={pending}
          onClick={() => change({ field: 'deleted', to: false }, 'restored')}
        >
          <RotateCcw aria-hidden />
          Restore
        </Button>
      ) : (
        <>
          <MoveMenu choices={choices} pending={pending} onChange={change} />
          <AssignMenu choices={choices} pending={pending} onChange={change} />
          <StatusMenu pending={pending} onChange={change} />
          <Button
            pending={pending}
            onClick={() => change({ field: 'deleted', to: true }, 'deleted')}
          >
            <Trash2 aria-hidden />
            Delete
          </Button>
        </>
      )}
      <IconButton label={`Choose none of ${count(chosen.size, 'lead')}`} onClick={clear}>
        <X aria-hidden />
      </IconButton>
    </section>
  );
}

interface MenuProps {
  choices: FilterChoices;
  pending: boolean;
  onChange: (change: LeadsChange, done: string) => void;
}

function MoveMenu({ choices, pending, onChange }: MenuProps) {
  const open = choices.steps.filter(({ isArchived }) => !isArchived);
  const funnels = new Map(open.map(({ funnel }) => [funnel.id, funnel]));

  return (
    <Menu
      side="top"
      trigger={
        <Button aria-disabled={pending}>
          <ArrowRight aria-hidden />
          Move
        </Button>
      }
    >
      {[...funnels.values()].map((funnel) => (
        <MenuGroup key={funnel.id} label={<bdi className="text-sm">{funnel.name}</bdi>}>
          {open
            .filter((step) => step.funnel.id === funnel.id)
            .map(({ id, name }) => (
              <MenuItem
                key={id}
                onSelect={() => onChange({ field: 'step', to: id }, `moved to ${name}`)}
              >
                <bdi>{name}</bdi>
              </MenuItem>
            ))}
        </MenuGroup>
      ))}
    </Menu>
  );
}

function AssignMenu({ choices, pending, onChange }: MenuProps) {
  const owners = choices.members.filter(mayOwnLeads);

  return (
    <Menu
      side="top"
      trigger={
        <Button aria-disabled={pending}>
          <UserRound aria-hidden />
          Assign
        </Button>
      }
    >
      {owners.map(({ id, name }) => (
        <MenuItem
          key={id}
          onSelect={() => onChange({ field: 'owner', to: id }, `assigned to ${name}`)}
        >
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onChange({ field: 'owner', to: null }, 'unassigned')}>
        No owner
      </MenuItem>
    </Menu>
  );
}

function StatusMenu({ pending, onChange }: Omit<MenuProps, 'choices'>) {
  return (
    <Menu
      side="top"
      trigger={
        <Button aria-disabled={pending}>
          <CircleDot aria-hidden />
          Status
        </Button>
      }
    >
      {leadStatuses.map((to) => (
        <MenuItem
          key={to}
          onSelect={() =>
            onChange({ field: 'status', to }, `set to ${statusLabels[to].toLowerCase()}`)
          }
        >
          {statusLabels[to]}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface ChooseMatchingProps {
  address: LeadsAddress;
  selection: Selection;
}

/** Chooses leads that match and are not loaded as well. */
export function ChooseMatching({ address, selection }: ChooseMatchingProps) {
  const client = useTRPCClient();
  const matching = useMutation({ mutationFn: readIds });
  const found = matching.data?.ids.length;

  async function readIds() {
    const { query } = selection;
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: LeadIds = await client.leads.listIds.query({ ...queryOf(address), cursor });
      ids.push(...page.ids);
      cursor = page.nextCursor;
    } while (cursor !== null && ids.length < chosenLeadsMax);
    selection.choose(ids, query);
    return { ids, hasMore: cursor !== null };
  }

  return (
    <div className="mb-3 flex flex-wrap items-center gap-3 text-fg-muted text-sm">
      {found === selection.chosen.size ? (
        <p>
          {matching.data?.hasMore
            ? `The first ${digits(found)} that match are chosen.`
            : `All ${digits(found)} that match are chosen.`}
        </p>
      ) : (
        <Button size="sm" pending={matching.isPending} onClick={() => matching.mutate()}>
          Choose all that match
        </Button>
      )}
      {matching.isError && (
        <p role="alert" className="text-danger">
          {readFailure(matching.error).message}
        </p>
      )}
    </div>
  );
}
