'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { RelativeTime } from '#app/_ui/relative-time.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { ForbiddenState } from '#app/_ui/states.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import {
  Attribution,
  ContactPart,
  CustomFields,
  Duplicates,
  RequestDetails,
  Timeline,
} from './lead-parts.tsx';
import { LeadState, LeadStateText } from './lead-state.tsx';

export function LeadScreen({ leadId }: { leadId: string }) {
  const lead = useQuery(useTRPC().leads.get.queryOptions({ id: leadId }));

  if (lead.isPending) return <LeadSkeleton />;
  if (!lead.data)
    return <QueryFailure headingLevel={1} query={lead} title="This lead could not be loaded" />;
  return <Loaded lead={lead.data} />;
}

function Loaded({ lead }: { lead: LeadDetail }) {
  const canWork = useCan('agent');

  return (
    <div className="grid max-w-300 gap-5">
      <PageHeader title={<bdi>{lead.name}</bdi>} meta={<LeadMeta lead={lead} />} />
      {!canWork && (
        <ForbiddenState>
          You can view this lead. Only agents and admins of this company can change its status and
          step.
        </ForbiddenState>
      )}
      {/* On a phone the columns become one, with the state directly below the contact. */}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid min-w-0 gap-5 max-lg:contents max-lg:*:not-first:order-2">
          <ContactPart lead={lead} />
          <Attribution lead={lead} />
          <CustomFields fields={lead.customFields} />
          <Timeline events={lead.events} />
        </div>
        <div className="grid gap-5 max-lg:contents max-lg:*:last:order-3">
          {canWork ? <LeadState lead={lead} /> : <LeadStateText lead={lead} />}
          <Duplicates lead={lead} />
          <RequestDetails lead={lead} />
        </div>
      </div>
    </div>
  );
}

function LeadMeta({ lead }: { lead: LeadDetail }) {
  const { company } = useSession();
  const funnel = `/${company.slug}/funnels/${lead.funnel.id}`;

  return (
    <>
      In step <Place href={`${funnel}/steps/${lead.step.id}`}>{lead.step.name}</Place> of{' '}
      <Place href={funnel}>{lead.funnel.name}</Place> · received{' '}
      <RelativeTime at={lead.createdAt} />
    </>
  );
}

function Place({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="text-primary-text underline underline-offset-2">
      <bdi>{children}</bdi>
    </Link>
  );
}

export function LeadSkeleton() {
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
