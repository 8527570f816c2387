'use client';

import Link from 'next/link';
import type { ReactNode, Ref } from 'react';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { cn } from '#app/_ui/cn.ts';
import { LinkPending } from '#app/_ui/link-pending.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Section } from '#app/_ui/section.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { ForbiddenState } from '#app/_ui/states.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { NoNameMark, TestBadge } from '#app/features/leads/marks.tsx';
import { type ListedLead, useLeadPage } from '#app/features/leads/open-lead.ts';
import { testRetentionDays } from '#db/values/limits.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';
import { ContactSection } from './contact-section.tsx';
import { mendsOf, phoneText } from './mends.ts';
import { LeadStatePreview, LeadStateText } from './state-section.tsx';
import { Source } from './submitted.tsx';

interface LeadLayoutProps {
  header?: ReactNode;
  contact: ReactNode;
  /** Below the contact, for those who work on the lead. */
  work?: ReactNode;
  state: ReactNode;
  /** Below the contact, or beside it in three columns. */
  timeline: ReactNode;
  /** Below the timeline, or below the contact in three columns. */
  details: ReactNode;
  /** Below the state. */
  aside: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/**
 * Three columns on a wide page, two where there is less room, one on a phone and in the sheet. The
 * document has the order of the phone, so that nothing on the screen moves while the rest of the page
 * arrives. With the work, the left column is the longer one at first, else the right one: the rows begin
 * where that ends. The space between rows belongs to them, as one row may have no height.
 */
export function LeadLayout(props: LeadLayoutProps) {
  const { header, contact, work, state, timeline, details, aside, ref } = props;

  return (
    <div ref={ref} data-open-lead className="@container grid max-w-420 gap-5">
      {header}
      {!useCan('agent') && (
        <ForbiddenState>
          You can view this lead. Only agents and admins of this company can change its status and
          step.
        </ForbiddenState>
      )}
      <div className="grid items-start gap-5 @min-[1400px]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_336px] @min-[860px]:grid-cols-[minmax(0,1fr)_336px] @min-[860px]:grid-rows-[auto_auto_auto_1fr] @min-[860px]:gap-y-0 @min-[860px]:*:pb-5">
        <div
          className={cn(
            'grid min-w-0 gap-5 @min-[1400px]:row-span-1',
            work && '@min-[860px]:row-span-2',
          )}
        >
          {contact}
          {work}
        </div>
        <div
          className={cn(
            'min-w-0 @min-[1400px]:col-start-3 @min-[860px]:col-start-2 @min-[1400px]:row-span-1 @min-[860px]:row-start-1',
            !work && '@min-[860px]:row-span-2',
          )}
        >
          {state}
        </div>
        <div
          className={cn(
            'grid min-w-0 gap-5 @min-[1400px]:col-start-2 @min-[1400px]:row-span-4 @min-[1400px]:row-start-1',
            work ? '@min-[860px]:row-start-3' : '@min-[860px]:row-span-2 @min-[860px]:row-start-2',
          )}
        >
          {timeline}
        </div>
        <div className="grid min-w-0 gap-5 @min-[1400px]:row-span-3 @min-[1400px]:row-start-2 @min-[860px]:row-start-4">
          {details}
        </div>
        <div
          className={cn(
            'grid min-w-0 gap-5 @min-[1400px]:col-start-3 @min-[860px]:col-start-2 @min-[1400px]:row-span-3 @min-[1400px]:row-start-2',
            work
              ? '@min-[860px]:row-span-3 @min-[860px]:row-start-2'
              : '@min-[860px]:row-span-2 @min-[860px]:row-start-3',
          )}
        >
          {aside}
        </div>
      </div>
    </div>
  );
}

interface Place {
  id: string;
  name: string;
}

interface LeadHeaderProps {
  lead: Pick<LeadRow, 'name' | 'nameFrom' | 'createdAt' | 'origin'>;
  step: Place;
  funnel: Place;
}

export function LeadHeader(props: LeadHeaderProps) {
  const title = (
    <>
      <NoNameMark lead={props.lead} />
      <bdi>{props.lead.name}</bdi>
    </>
  );

  return <PageHeader title={title} meta={<LeadMeta {...props} />} />;
}

/** Where the lead is, and since when. */
export function LeadMeta({ lead, step, funnel }: LeadHeaderProps) {
  const { company } = useSession();
  const href = `/${company.slug}/funnels/${funnel.id}`;

  return (
    <>
      In <PlaceLink href={`${href}/steps/${step.id}`}>{step.name}</PlaceLink> of{' '}
      <PlaceLink href={href}>{funnel.name}</PlaceLink>
      <span className="max-sm:hidden"> · </span>
      {/* On a line of its own: its text gets shorter in the browser, which must move nothing. */}
      <span className="max-sm:block">
        received <RelativeTime at={lead.createdAt} />
      </span>
      {lead.origin === 'test' && (
        <span className="mt-1 flex flex-wrap items-center gap-x-2 text-sm">
          <TestBadge /> Not counted, and deleted {testRetentionDays} days after it was received
        </span>
      )}
    </>
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
    international: (index === 0 && row.phone) || phoneText(digits, row.phoneMarks),
    possible: row.phoneMarks?.[digits] === undefined,
  }));
  const contact = { name: row.name, phones, email: row.email };
  const unknown = { message: null, unreadPhones: [], unreadValues: {} };

  return (
    <LeadLayout
      header={<LeadHeader lead={row} step={step} funnel={step.funnel} />}
      contact={
        <ContactSection
          contact={contact}
          name={row.name}
          phoneMarks={row.phoneMarks}
          mends={mendsOf({ ...row, ...unknown, contact })}
        />
      }
      work={canWork && <Skeleton className="h-52 animate-appear-late rounded-md" />}
      state={canWork ? <LeadStatePreview lead={state} /> : <LeadStateText lead={state} />}
      timeline={
        <Loading label="Loading the lead" className="grid gap-5">
          <Skeleton className="h-52 rounded-md" />
          <Skeleton className="h-36 rounded-md" />
        </Loading>
      }
      details={
        <Section title="Attribution">
          <Source lead={row} />
        </Section>
      }
      aside={<Skeleton className="h-64 animate-appear-late rounded-md" />}
    />
  );
}

/** While nothing is known of the lead. */
export function LeadSectionsSkeleton() {
  return (
    <Loading label="Loading the lead" className="@container grid gap-5">
      <Skeleton className="w-72 max-w-full" />
      <div className="grid gap-5 @min-[860px]:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid gap-5">
          <Skeleton className="h-36 rounded-md" />
          <Skeleton className="h-64 rounded-md" />
        </div>
        <Skeleton className="h-80 rounded-md" />
      </div>
    </Loading>
  );
}
