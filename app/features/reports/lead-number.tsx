'use client';

import Link from 'next/link';
import { useSession } from '#app/_trpc/session.tsx';
import { digits } from '#app/_ui/format.ts';
import type { ContactTime } from '#db/values/leads.ts';
import type { ReportDays } from '#db/values/reports.ts';
import {
  emptyAddress,
  type LeadsAddress,
  writeAddress,
} from '#server/panel-api/schemas/leads-address.ts';

/** What a number is about, beside the days of the report: filters of the list of leads. */
export type NumberFilter = Partial<LeadsAddress>;

/** The query of the list that has the leads of a number, and no others. */
export const listOfNumber = (range: ReportDays, filter: NumberFilter, contact?: ContactTime) =>
  writeAddress({
    ...emptyAddress,
    ...range,
    zone: 'company',
    ...filter,
    contact: contact ? [contact] : [],
  });

interface LeadNumberProps {
  amount: number;
  range: ReportDays;
  filter?: NumberFilter;
  contact?: ContactTime;
  /** What the leads are, for screen readers: `late, Facebook`. */
  about: string;
}

/** A number that opens its leads. */
export function LeadNumber({ amount, range, filter = {}, contact, about }: LeadNumberProps) {
  const { company } = useSession();
  if (amount === 0) return <span className="figure text-fg-subtle">0</span>;

  return (
    <Link
      href={`/${company.slug}/leads?${listOfNumber(range, filter, contact)}`}
      prefetch={false}
      className="figure rounded-sm text-primary-text underline decoration-transparent underline-offset-2 hover:decoration-current coarse:py-2"
    >
      {digits(amount)}
      <span className="sr-only"> {about}</span>
    </Link>
  );
}
