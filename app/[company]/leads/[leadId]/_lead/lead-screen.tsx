'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan } from '#app/_trpc/session.tsx';
import { useChanges } from '#app/_trpc/use-changes.ts';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { ContactPart } from './contact-part.tsx';
import { LeadHeader, LeadLayout } from './lead-layout.tsx';
import { Attribution, CustomFields, Duplicates, RequestDetails, Timeline } from './lead-parts.tsx';
import { LeadState } from './lead-state.tsx';
import { LeadStateText } from './lead-state-parts.tsx';

export function LeadScreen({ leadId }: { leadId: string }) {
  const queryClient = useQueryClient();
  const options = useTRPC().leads.get.queryOptions({ id: leadId });
  const refetchInterval = useChanges(() => queryClient.invalidateQueries(options), null);
  const lead = useQuery({
    ...options,
    refetchInterval,
    refetchOnWindowFocus: 'always',
    /* Longer than a slow network takes to bring the lead and the code. */
    staleTime: 10_000,
  });

  if (lead.isPending) return <LeadSkeleton />;
  if (!lead.data)
    return <QueryFailure headingLevel={1} query={lead} title="This lead could not be loaded" />;
  return <Loaded key={leadId} lead={lead.data} />;
}

function Loaded({ lead }: { lead: LeadDetail }) {
  const canWork = useCan('agent');

  return (
    <LeadLayout
      header={<LeadHeader lead={lead} step={lead.step} funnel={lead.funnel} />}
      contact={<ContactPart contact={lead.contact} name={lead.name} />}
      state={canWork ? <LeadState lead={lead} /> : <LeadStateText lead={lead} />}
      main={
        <>
          <Attribution lead={lead} />
          <CustomFields fields={lead.customFields} />
          <Timeline events={lead.events} />
        </>
      }
      aside={
        <>
          <Duplicates lead={lead} />
          <RequestDetails lead={lead} />
        </>
      }
    />
  );
}

function LeadSkeleton() {
  return (
    <Loading label="Loading the lead" className="grid max-w-300 gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-52" />
        <Skeleton className="w-72" />
      </div>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid gap-5">
          <Skeleton className="h-36 rounded-md" />
          <Skeleton className="h-64 rounded-md" />
        </div>
        <Skeleton className="h-80 rounded-md" />
      </div>
    </Loading>
  );
}
