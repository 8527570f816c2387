'use client';

import Link from 'next/link';
import { useSession } from '#app/_trpc/session.tsx';
import { digits } from '#app/_ui/format.ts';
import type { ContactTime } from '#db/values/leads.ts';
import type { ReportDays } from '#db/values/reports.ts';
import { listOfNumber, type NumberFilter } from '#server/panel-api/schemas/report-address.ts';

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
  if (amount === 0) return <span className="text-fg-subtle">0</span>;

  return (
    <Link
      href={`/${company.slug}/leads?${listOfNumber(range, filter, contact)}`}
      prefetch={false}
      className="rounded-sm font-medium text-primary-text underline decoration-transparent underline-offset-2 hover:decoration-current coarse:py-2"
    >
      {digits(amount)}
      <span className="sr-only"> {about}</span>
    </Link>
  );
}
