'use client';

import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import Link from 'next/link';
import { useTRPC } from '#app/_trpc/client.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { LazyAddressDialogs, useAddressActions } from './address-menu.tsx';

interface ConnectButtonProps {
  funnelId: string;
  stepId: string;
  className?: string;
}

/** Connects a form tool to a step. For admins. */
export function ConnectButton({ funnelId, stepId, className }: ConnectButtonProps) {
  const actions = useAddressActions();

  return (
    <>
      <Button className={className} onClick={() => actions.connect({ funnelId, stepId })}>
        <Inbox aria-hidden />
        Connect a form tool
      </Button>
      <LazyAddressDialogs actions={actions} onDeleted={actions.changed} />
    </>
  );
}

/** The addresses that submit to a step, if any. */
export function StepAddresses({ stepId }: { stepId: string }) {
  const { company } = useSession();
  const list = useQuery(useTRPC().inboundAddresses.list.queryOptions({ stepId }));
  if (!list.data || list.data.length === 0) return null;

  return (
    <nav aria-label="Inbound addresses" className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
      <span className="text-fg-muted">Form tools</span>
      <ul className="contents">
        {list.data.map(({ id, name }) => (
          <li key={id}>
            <Link
              href={`/${company.slug}/settings/inbound-addresses/${id}`}
              className="text-primary-text underline underline-offset-2 [overflow-wrap:anywhere] coarse:py-3"
            >
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
