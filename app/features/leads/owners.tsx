'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { cn } from '#app/_ui/cn.ts';
import { tooltip } from '#app/_ui/tooltip.ts';
import { looksOf, type Owner } from './owner-looks.ts';

const formerMember: Owner = { name: 'Former member', initials: '–', colour: undefined };

/** The owner of a lead by its `ownerId`; undefined without one, or while the members are unknown. */
export function useOwners(): (id: string | null) => Owner | undefined {
  const { data } = useQuery(useTRPC().members.list.queryOptions());

  return useMemo(() => {
    const looks = looksOf(data ?? []);
    return (id) => (id === null || !data ? undefined : (looks.get(id) ?? formerMember));
  }, [data]);
}

interface OwnerMarkProps {
  owner: Owner;
  /** The name stands beside it. */
  isNamed?: boolean;
}

/** A disc with the initials of a member, whose colour tells apart those that have the same. */
export function OwnerMark({ owner: { name, initials, colour }, isNamed = false }: OwnerMarkProps) {
  const label = isNamed
    ? { 'aria-hidden': true }
    : { role: 'img', 'aria-label': `Owner: ${name}`, ...tooltip(name) };

  return (
    <span
      {...label}
      data-person={colour}
      className={cn(
        'relative z-1 grid size-6 shrink-0 place-items-center rounded-full font-medium text-xs',
        colour === undefined && 'bg-surface-2 text-fg-muted',
      )}
    >
      {initials}
    </span>
  );
}
