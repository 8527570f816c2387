'use client';

import { ArrowRight, CircleDot, RotateCcw, Trash2, UserRound, X } from 'lucide-react';
import { Button } from '#app/_ui/button.tsx';
import { count, digits } from '#app/_ui/format.ts';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#app/_ui/menu.tsx';
import { statusLabels } from '#app/[company]/_leads/labels.ts';
import { leadStatuses } from '#db/values/leads.ts';
import type { FilterChoices, LeadsChange } from '#server/panel-api/schemas/lead-list.ts';
import type { LeadsAddress } from '#server/panel-api/schemas/leads-address.ts';
import { useChangeLeads } from './use-change-leads.ts';

interface BulkBarProps {
  /** Ids of leads. */
  chosen: ReadonlySet<string>;
  choices: FilterChoices;
  view: LeadsAddress['view'];
  /** Chooses none. */
  onClear: () => void;
}

/** What can be done with the chosen leads. */
export function BulkBar({ chosen, choices, view, onClear }: BulkBarProps) {
  const { run, pending } = useChangeLeads();

  async function change(wanted: LeadsChange, done: string) {
    if (await run([...chosen], wanted, done)) onClear();
  }

  return (
    <section
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
          <MoveMenu choices={choices} onChange={change} />
          <AssignMenu choices={choices} onChange={change} />
          <StatusMenu onChange={change} />
          <Button
            pending={pending}
            onClick={() => change({ field: 'deleted', to: true }, 'deleted')}
          >
            <Trash2 aria-hidden />
            Delete
          </Button>
        </>
      )}
      <IconButton label={`Choose none of ${count(chosen.size, 'lead')}`} onClick={onClear}>
        <X aria-hidden />
      </IconButton>
    </section>
  );
}

interface MenuProps {
  choices: FilterChoices;
  onChange: (change: LeadsChange, done: string) => void;
}

function MoveMenu({ choices, onChange }: MenuProps) {
  const open = choices.steps.filter(({ isArchived }) => !isArchived);
  const funnels = new Map(open.map(({ funnel }) => [funnel.id, funnel]));

  return (
    <Menu
      side="top"
      trigger={
        <Button>
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

function AssignMenu({ choices, onChange }: MenuProps) {
  const owners = choices.members.filter(({ isActive, role }) => isActive && role !== 'viewer');

  return (
    <Menu
      side="top"
      trigger={
        <Button>
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

function StatusMenu({ onChange }: Pick<MenuProps, 'onChange'>) {
  return (
    <Menu
      side="top"
      trigger={
        <Button>
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
