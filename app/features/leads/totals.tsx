'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useTRPC } from '#app/_trpc/client.ts';
import { Button } from '#app/_ui/button.tsx';
import { count, digits } from '#app/_ui/format.ts';
import { Menu, MenuGroup, MenuItem } from '#app/_ui/menu.tsx';
import { noOwner } from '#db/values/leads.ts';
import { countedLeadsMax } from '#db/values/limits.ts';
import type { FilterChoices, LeadsQuery } from '#server/panel-api/schemas/lead-list.ts';
import type { LeadsAddress } from '#server/panel-api/schemas/leads-address.ts';

/** How many leads a query finds. `LiveQueries` keeps it current. */
export const useTotals = (query: LeadsQuery) =>
  useQuery(useTRPC().leads.count.queryOptions(query, { placeholderData: (before) => before })).data;

interface TotalsProps {
  totals: ReturnType<typeof useTotals>;
  choices: FilterChoices;
  onChange: (change: Partial<LeadsAddress>) => void;
  /** The steps are columns, which say their numbers themselves. */
  isBoard?: boolean;
}

/** `1,000+` where there are more than are counted. */
export const countText = ({ leads, isAtLeast }: { leads: number; isAtLeast: boolean }) =>
  isAtLeast ? `${digits(leads)}+ leads` : count(leads, 'lead');

/** More are not listed. */
const groupsListed = 12;

/** How many leads are found, with a menu of their steps and owners that shows those of one. */
export function Totals({ totals, choices, onChange, isBoard = false }: TotalsProps) {
  if (!totals) return <span className="h-control w-24 shrink-0" />;

  const steps = new Map(
    choices.steps.map((step) => [step.id, `${step.funnel.name}: ${step.name}`]),
  );
  const members = new Map(choices.members.map(({ id, name }) => [id, name]));
  const ownerName = (id: string) => (id === noOwner ? 'No owner' : members.get(id));
  const suffix = totals.isAtLeast ? `, of the newest ${digits(countedLeadsMax)}` : '';

  return (
    <Menu
      align="start"
      className="min-w-64"
      trigger={
        <Button variant="ghost" disabled={totals.leads === 0} className="shrink-0">
          <span data-testid="leads-total">{countText(totals)}</span>
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {!isBoard && (
        <Group
          label={`By step${suffix}`}
          items={totals.steps.map(({ id, leads }) => ({
            key: id,
            name: steps.get(id) ?? 'Another step',
            leads,
            onSelect: () => onChange({ step: [id] }),
          }))}
        />
      )}
      <Group
        label={`By owner${suffix}`}
        items={totals.owners.map(({ id, leads }) => {
          const key = id ?? noOwner;
          const name = ownerName(key);
          // The filter knows no former members.
          const onSelect = name === undefined ? undefined : () => onChange({ owner: [key] });
          return { key, name: name ?? 'Former member', leads, onSelect };
        })}
      />
    </Menu>
  );
}

interface GroupProps {
  label: string;
  items: readonly {
    key: string;
    name: string;
    leads: number;
    /** Absent: it cannot be chosen. */
    onSelect: (() => void) | undefined;
  }[];
}

function Group({ label, items }: GroupProps) {
  return (
    <MenuGroup label={<span className="font-medium text-fg-subtle text-xs">{label}</span>}>
      {items.slice(0, groupsListed).map(({ key, name, leads, onSelect }) => (
        <MenuItem key={key} onSelect={onSelect} disabled={!onSelect}>
          <bdi className="min-w-0 grow truncate">{name}</bdi>
          <span className="figure text-fg-muted">{digits(leads)}</span>
        </MenuItem>
      ))}
    </MenuGroup>
  );
}
