'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import type { ContactTime } from '#db/values/leads.ts';
import type { ReportDays } from '#db/values/reports.ts';
import type { LeadNumbers } from '#server/panel-api/schemas/reports.ts';
import { LeadNumber } from './lead-number.tsx';
import { countDue, formatShare, formatTarget, formatWait } from './report-labels.ts';

interface TotalsProps {
  total: LeadNumbers;
  range: ReportDays;
  target: number | null;
}

/** The numbers of all leads of the days. */
export function Totals({ total, range, target }: TotalsProps) {
  const { leads, contacted, waiting, inTime, late, medianMinutes } = total;
  const due = countDue(total);
  const number = (amount: number, about: string, contact?: ContactTime) => (
    <LeadNumber amount={amount} range={range} about={about} {...(contact && { contact })} />
  );

  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-md border border-border bg-surface px-4 py-3 sm:grid-cols-3 lg:grid-cols-6">
      <Total term="Leads">{number(leads, 'leads')}</Total>
      <Total term="Contacted" note={formatShare(contacted, leads)}>
        {number(contacted, 'contacted', 'made')}
      </Total>
      <Total term="Waiting" note={formatShare(waiting, leads)}>
        {number(waiting, 'waiting', 'waiting')}
      </Total>
      {target === null ? (
        <NoTarget />
      ) : (
        <>
          <Total
            term={`In time, ${formatTarget(target)}`}
            note={due > 0 && `${formatShare(inTime, due)} of those due`}
          >
            {number(inTime, 'in time', 'inTime')}
          </Total>
          <Total term="Late" note={due > 0 && `${formatShare(late, due)} of those due`}>
            {number(late, 'late', 'late')}
          </Total>
        </>
      )}
      <Total term="Median wait">{medianMinutes === null ? '–' : formatWait(medianMinutes)}</Total>
    </dl>
  );
}

interface TotalProps {
  term: string;
  note?: string | false;
  children: ReactNode;
}

function Total({ term, note, children }: TotalProps) {
  return (
    <div className="grid content-start">
      <dt className="text-fg-muted text-sm">{term}</dt>
      <dd>
        <span className="font-semibold text-xl">{children}</span>
        {note && <span className="block text-fg-muted text-sm">{note}</span>}
      </dd>
    </div>
  );
}

function NoTarget() {
  const { company } = useSession();
  const mayChange = useCan('admin');

  return (
    <Total term="In time">
      <span className="block font-normal text-base">
        {mayChange ? (
          <Link
            href={`/${company.slug}/settings/company`}
            className="text-primary-text underline underline-offset-2"
          >
            Set a target
          </Link>
        ) : (
          'No target'
        )}
      </span>
    </Total>
  );
}
