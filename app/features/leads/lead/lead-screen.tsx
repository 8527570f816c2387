'use client';

import { useRouter } from 'next/navigation';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useSession } from '#app/_trpc/session.tsx';
import { Skeleton } from '#app/_ui/skeleton.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { LeadContent } from './lead-content.tsx';
import { LeadHeader, LeadPartsSkeleton } from './lead-layout.tsx';
import { isGone, useLead } from './use-lead.ts';

export function LeadScreen({ leadId }: { leadId: string }) {
  const lead = useLead(leadId);
  const router = useRouter();
  const { company } = useSession();

  if (lead.isPending) {
    return (
      <div className="grid max-w-300 gap-2">
        <Skeleton className="h-6 w-52" />
        <LeadPartsSkeleton />
      </div>
    );
  }
  if (isGone(lead)) {
    return (
      <EmptyState title="Lead not found">
        It was deleted, or you may not see it any more.
      </EmptyState>
    );
  }
  if (!lead.data)
    return <QueryFailure headingLevel={1} query={lead} title="This lead could not be loaded" />;
  const { step, funnel } = lead.data;
  return (
    <LeadContent
      key={leadId}
      lead={lead.data}
      onDeleted={() => router.replace(`/${company.slug}/leads`)}
      header={<LeadHeader lead={lead.data} step={step} funnel={funnel} />}
    />
  );
}
