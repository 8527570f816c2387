'use client';

import { Merge } from 'lucide-react';
import Link from 'next/link';
import { useSession } from '#app/_trpc/session.tsx';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

/** On the page of a lead that is part of another one. */
export function MergedNotice({ lead: { mergedInto } }: { lead: Pick<LeadDetail, 'mergedInto'> }) {
  const { company } = useSession();

  return (
    <p className="flex items-start gap-2 rounded-md bg-info-soft px-4 py-2.5 text-info">
      <Merge aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="[overflow-wrap:anywhere]">
        {mergedInto ? (
          <>
            Merged into{' '}
            <Link
              href={`/${company.slug}/leads/${mergedInto.id}`}
              className="font-medium underline underline-offset-2"
            >
              <bdi>{mergedInto.name}</bdi>
            </Link>
            . Work goes on there, and the two can be taken apart in its timeline.
          </>
        ) : (
          'Merged into a lead that you do not see.'
        )}
      </span>
    </p>
  );
}
