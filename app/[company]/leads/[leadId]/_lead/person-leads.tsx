'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '#app/_trpc/client.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { Part } from '#app/_ui/part.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { statusLabels } from '#app/[company]/_leads/labels.ts';

/** Other leads with one of the phones, or the email address. */
export function PersonLeads({ leadId }: { leadId: string }) {
  const { company } = useSession();
  const leads = useQuery(useTRPC().leads.listOfPerson.queryOptions({ id: leadId }));
  if (!leads.data?.length) return null;

  return (
    <Part title="Other leads of this person">
      <ul className="grid gap-2.5">
        {leads.data.map(({ id, name, status, createdAt, step, funnel }) => (
          <li key={id} className="min-w-0 [overflow-wrap:anywhere]">
            <Link
              href={`/${company.slug}/leads/${id}`}
              className="text-primary-text underline underline-offset-2"
            >
              <bdi>{name}</bdi>
            </Link>
            <p className="text-fg-muted text-sm">
              {statusLabels[status]} · <bdi>{funnel.name}</bdi>: <bdi>{step.name}</bdi> ·{' '}
              <RelativeTime at={createdAt} />
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}
