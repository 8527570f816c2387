'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useSession } from '#app/_trpc/session.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';
import { Skeleton } from '#app/_ui/skeleton.tsx';
import { FirstFunnel } from '#app/[company]/_snippets/first-funnel.tsx';

/** No step takes leads: there is no funnel, or everything is archived. */
export function NoStep() {
  const { company } = useSession();
  const funnels = useQuery(useTRPC().funnels.list.queryOptions({ archived: false }));
  if (funnels.isPending) return <Skeleton className="h-20 animate-appear-late" />;
  if (!funnels.data)
    return (
      <QueryFailure query={funnels} title="The funnels could not be loaded" headingLevel={3} />
    );

  const { current, archived } = funnels.data.counts;
  if (current + archived === 0) {
    return <FirstFunnel onCreated={() => document.querySelector('main')?.focus()} />;
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-fg-muted">
        No step takes leads: all are archived. An admin can restore one, or add one.
      </p>
      <ButtonLink href={`/${company.slug}/funnels${current === 0 ? '?show=archived' : ''}`}>
        Open funnels
      </ButtonLink>
    </div>
  );
}
