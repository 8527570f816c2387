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
import { ContactPart } from './contact-part.tsx';
import { LeadStatePreview, LeadStateText } from './lead-state-parts.tsx';
import { Part, Source } from './part.tsx';

interface LeadLayoutProps {
  header: ReactNode;
  contact: ReactNode;
  state: ReactNode;
  /** Below the contact. */
  main: ReactNode;
  /** Below the state. */
  aside: ReactNode;
}

/**
 * Two columns, which become one on a phone. The document has the order of the phone, so that nothing
 * on the screen moves while the rest of the page arrives.
 */
export function LeadLayout({ header, contact, state, main, aside }: LeadLayoutProps) {
  return (
    <div className="grid max-w-300 gap-5">
      {header}
      {!useCan('agent') && (
        <ForbiddenState>
          You can view this lead. Only agents and admins of this company can change its status and
          step.
        </ForbiddenState>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_336px] lg:grid-rows-[auto_auto_1fr]">
        <div className="min-w-0">{contact}</div>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">{state}</div>
        <div className="grid min-w-0 gap-5 lg:row-span-2 lg:row-start-2">{main}</div>
        <div className="grid min-w-0 gap-5 lg:col-start-2 lg:row-start-3">{aside}</div>
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
  const canWork = useCan('agent');
  const state = { ...row, step };
  const phones = row.phones.map((digits, index) => ({
    digits,
    international: (index === 0 && row.phone) || `+${digits}`,
    possible: true,
  }));

  return (
    <LeadLayout
      header={<LeadHeader lead={row} step={step} funnel={step.funnel} />}
      contact={
        <ContactPart contact={{ name: row.name, phones, email: row.email }} name={row.name} />
      }
      state={canWork ? <LeadStatePreview lead={state} /> : <LeadStateText lead={state} />}
      main={
        <>
          <Part title="Attribution">
            <Source lead={row} />
            <Loading label="Loading the lead" className="mt-2 flex h-4.5 items-center">
              <Skeleton className="h-3 w-64 max-w-full" />
            </Loading>
          </Part>
          <Skeleton className="h-36 animate-appear-late rounded-md" />
        </>
      }
      aside={<Skeleton className="h-64 animate-appear-late rounded-md" />}
    />
  );
}
