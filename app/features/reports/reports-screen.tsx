'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useShown } from '#app/_ui/address.ts';
import { ButtonLink } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { Field, Input } from '#app/_ui/field.tsx';
import { FilterTabs } from '#app/_ui/filter-tabs.tsx';
import { nameTimeZone } from '#app/_ui/format.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { toSentence } from '#app/features/leads/labels.ts';
import type { ReportDays } from '#db/values/reports.ts';
import {
  emptyReport,
  findProblem,
  readReportAddress,
  reportQueryOf,
  writeReportAddress,
} from '#server/panel-api/schemas/report-address.ts';
import type { LeadReport } from '#server/panel-api/schemas/reports.ts';
import { DayChart } from './day-chart.tsx';
import { NumbersTable } from './numbers-table.tsx';
import { labelDay } from './report-labels.ts';
import { Totals } from './totals.tsx';

/** Milliseconds. Counting costs more than a list, and minutes change little in a report. */
const refetchInterval = 60_000;

const tabs = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'month', label: 'This month' },
  { value: 'other', label: 'Other days' },
] as const;

/** What a manager asks: how many leads arrive, and how soon they are contacted. */
export function ReportsScreen() {
  const { company } = useSession();
  const [address, setAddress] = useShown({
    read: readReportAddress,
    write: writeReportAddress,
    empty: emptyReport,
  });
  const report = useQuery(
    useTRPC().reports.leads.queryOptions(reportQueryOf(address), {
      placeholderData: keepPreviousData,
      refetchInterval,
    }),
  );
  const shownDays = report.data && daysOf(report.data);

  return (
    <div className="grid max-w-300 gap-4">
      <PageHeader
        title="Reports"
        meta={`Leads and their first contact, by the days of the company (${nameTimeZone(company.timeZone)})`}
      />
      {company.sees !== 'all' && (
        <ForbiddenState>
          Only leads that you see are counted. Admins see those of everyone.
        </ForbiddenState>
      )}
      <FilterTabs
        label="Days"
        value={address.days || 'other'}
        onValueChange={(days) =>
          days === 'other'
            ? shownDays && setAddress({ days: '', ...shownDays })
            : setAddress({ ...emptyReport, days })
        }
        tabs={tabs}
      >
        <div className="grid gap-4">
          {address.days === '' && (
            <OtherDays days={address} onChange={(days) => setAddress({ days: '', ...days })} />
          )}
          {report.isPending && <ReportSkeleton />}
          {!report.isPending && !report.data && (
            <QueryFailure query={report} title="The report could not be loaded" />
          )}
          {report.data && (
            <div
              aria-busy={report.isPlaceholderData}
              className={cn(
                'grid gap-4 transition-opacity',
                report.isPlaceholderData && 'opacity-60',
              )}
            >
              <Report report={report.data} />
            </div>
          )}
        </div>
      </FilterTabs>
    </div>
  );
}

const daysOf = ({ days }: LeadReport): ReportDays => ({
  from: days[0]?.day ?? '',
  until: days.at(-1)?.day ?? '',
});

interface OtherDaysProps {
  days: ReportDays;
  onChange: (days: ReportDays) => void;
}

/** Asks for a report once both days make sense. */
function OtherDays({ days: { from, until }, onChange }: OtherDaysProps) {
  const [typed, setTyped] = useState({ from, until });
  const problem = findProblem(typed);

  function type(change: Partial<ReportDays>) {
    const next = { ...typed, ...change };
    setTyped(next);
    if (!findProblem(next)) onChange(next);
  }

  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:w-fit">
      <Field label="First day">
        <Input
          type="date"
          value={typed.from}
          onChange={({ currentTarget: { value } }) => type({ from: value })}
        />
      </Field>
      <Field label="Last day" error={problem}>
        <Input
          type="date"
          value={typed.until}
          onChange={({ currentTarget: { value } }) => type({ until: value })}
        />
      </Field>
    </div>
  );
}

function Report({ report }: { report: LeadReport }) {
  const { total, target, days, funnels, sources, moreSources, owners } = report;
  const range = daysOf(report);
  if (!report.hasLeads) return <NoLeadsEver />;
  if (total.leads === 0) {
    return (
      <EmptyState drawing="search" title="No leads on these days">
        Choose other days: earlier ones, or more of them.
      </EmptyState>
    );
  }

  const table = { range, target };
  return (
    <>
      <Totals {...table} total={total} />
      <DayChart days={days} total={total} />
      <NumbersTable
        {...table}
        title="By day"
        column="Day"
        rows={days.toReversed().map(({ day, ...numbers }) => ({
          key: day,
          name: labelDay(day),
          numbers,
          leads: { from: day, until: day },
        }))}
      />
      <NumbersTable
        {...table}
        title="By funnel and step"
        column="Funnel and step"
        isGrouped
        rows={funnels.flatMap(({ steps, ...funnel }) => [
          {
            key: funnel.id,
            name: named(funnel),
            numbers: funnel,
            leads: { funnel: [funnel.id] },
          },
          ...steps.map((step) => ({
            key: step.id,
            name: named(step),
            within: funnel.name,
            numbers: step,
            leads: { step: [step.id] },
          })),
        ])}
      />
      <NumbersTable
        {...table}
        title="By source"
        column="Source"
        rows={sources.map(({ source, name, ...numbers }) => ({
          key: source,
          name: toSentence(name),
          source,
          numbers,
          leads: { source: [source] },
        }))}
        note={
          moreSources > 0 && `${moreSources} more sources with fewer leads each are not listed.`
        }
      />
      <NumbersTable
        {...table}
        title="By owner"
        column="Owner"
        rows={owners.map(({ id, name, ...numbers }) => ({
          key: id ?? 'none',
          name: id === null ? 'No owner' : name,
          numbers,
          leads: { owner: [id ?? 'none'] },
        }))}
      />
      <p className="text-fg-muted text-sm">
        A lead counts for the day on which it arrived, and for the step, source and owner that it
        has now. Tests and deleted leads are not counted. Counted{' '}
        <RelativeTime at={report.now} seconds plain />.
      </p>
    </>
  );
}

const named = ({ name, isArchived }: { name: string; isArchived: boolean }) =>
  isArchived ? `${name} (archived)` : name;

function NoLeadsEver() {
  const { company } = useSession();
  const canConnect = useCan('agent');

  return (
    <EmptyState
      drawing="leads"
      title="No leads yet"
      action={
        canConnect && (
          <ButtonLink variant="primary" href={`/${company.slug}/integrate`}>
            Send the first lead
          </ButtonLink>
        )
      }
    >
      How many leads arrive, from where, and how soon they are contacted appears here.
    </EmptyState>
  );
}

function ReportSkeleton() {
  return (
    <Loading label="Counting leads" className="grid gap-4">
      <Skeleton className="h-22 rounded-md" />
      <Skeleton className="h-60 rounded-md" />
      <Skeleton className="h-96 rounded-md" />
    </Loading>
  );
}
