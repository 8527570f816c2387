'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { LinkPending } from '#app/_ui/link-pending.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { ForbiddenState } from '#app/_ui/states.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { type ListedLead, useLeadPage } from '#app/[company]/_leads/use-opening-lead.ts';
import { ContactPart } from './lead-parts.tsx';
import { LeadStatePreview, LeadStateText } from './lead-state-parts.tsx';

interface LeadLayoutProps {
  header: ReactNode;
  /** The first part stays first on a phone, where the columns become one. */
  main: ReactNode;
  /** The state, which is second on a phone, and other parts. */
  aside: ReactNode;
}

export function LeadLayout({ header, main, aside }: LeadLayoutProps) {
  return (
    <div className="grid max-w-300 gap-5">
      {header}
      {!useCan('agent') && (
        <ForbiddenState>
          You can view this lead. Only agents and admins of this company can change its status and
          step.
        </ForbiddenState>
      )}
      {/* On a phone the columns become one, with the state directly below the contact. */}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid min-w-0 gap-5 max-lg:contents max-lg:*:not-first:order-2">{main}</div>
        <div className="grid gap-5 max-lg:contents max-lg:*:last:order-3">{aside}</div>
      </div>
    </div>
  );
}

interface Place {
  id: string;
  name: string;
}

interface LeadHeaderProps {
  lead: { name: string; createdAt: string };
  step: Place;
  funnel: Place;
}

export function LeadHeader({ lead, step, funnel }: LeadHeaderProps) {
  const { company } = useSession();
  const href = `/${company.slug}/funnels/${funnel.id}`;

  return (
    <PageHeader
      title={<bdi>{lead.name}</bdi>}
      meta={
        <>
          In <PlaceLink href={`${href}/steps/${step.id}`}>{step.name}</PlaceLink> of{' '}
          <PlaceLink href={href}>{funnel.name}</PlaceLink>
          <span className="max-sm:hidden"> · </span>
          {/* On a line of its own: its text gets shorter in the browser, which must move nothing. */}
          <span className="max-sm:block">
            received <RelativeTime at={lead.createdAt} />
          </span>
        </>
      }
    />
  );
}

function PlaceLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="text-primary-text underline underline-offset-2">
      <bdi>{children}</bdi>
      <LinkPending className="ml-1 inline" />
    </Link>
  );
}

/** What a list knows of a lead, in the layout of the lead's page, while that is loading. */
export function LeadPreview({ listed: { row, step } }: { listed: ListedLead }) {
  useLeadPage();
  const state = { ...row, step };
  const phones = row.phones.map((digits, index) => ({
    digits,
    international: (index === 0 && row.phone) || `+${digits}`,
    possible: true,
  }));

  return (
    <LeadLayout
      header={<LeadHeader lead={row} step={step} funnel={step.funnel} />}
      main={
        <>
          <ContactPart contact={{ name: row.name, phones, email: row.email }} name={row.name} />
          <Loading label="Loading the lead" className="grid gap-5">
            <Skeleton className="h-40 rounded-md" />
            <Skeleton className="h-36 rounded-md" />
          </Loading>
        </>
      }
      aside={
        <>
          {useCan('agent') ? <LeadStatePreview lead={state} /> : <LeadStateText lead={state} />}
          <Skeleton className="h-64 animate-appear-late rounded-md" />
        </>
      }
    />
  );
}
