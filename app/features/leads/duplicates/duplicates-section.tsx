'use client';

import { useQuery } from '@tanstack/react-query';
import { Merge } from 'lucide-react';
import Link from 'next/link';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { Section } from '#app/_ui/section.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { statusLabels } from '#app/features/leads/labels.ts';
import type { DuplicateOfLead } from '#server/panel-api/schemas/lead-duplicates.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { labelShares } from './label-shares.ts';
import { openDuplicates } from './open-duplicates.ts';
import { useMerge } from './use-merge.ts';

/** Other leads with a phone, the email address or the external ID, also those that are said to be none. */
export function DuplicatesSection({ lead }: { lead: Pick<LeadDetail, 'id' | 'origin'> }) {
  const others = useQuery(useTRPC().leads.duplicates.queryOptions({ id: lead.id }));
  if (others.isLoadingError) {
    return <QueryFailure query={others} title="Possible duplicates could not be loaded" />;
  }
  if (!others.data?.length) return null;

  return (
    <Section title="Possible duplicates">
      <ul className="grid gap-3">
        {others.data.map((other) => (
          <Other key={other.id} lead={lead} other={other} />
        ))}
      </ul>
    </Section>
  );
}

interface OtherProps {
  lead: Pick<LeadDetail, 'id' | 'origin'>;
  other: DuplicateOfLead;
}

function Other({ lead, other }: OtherProps) {
  const { company } = useSession();
  const canMerge = useCan('agent') && lead.origin !== 'test';
  const { markDistinct, isMarking } = useMerge();
  const { id, name, status, createdAt, step, funnel, shares, isDistinct } = other;

  return (
    <li className="grid min-w-0 justify-items-start gap-1.5 [overflow-wrap:anywhere]">
      <div className="min-w-0">
        <Link
          href={`/${company.slug}/leads/${id}`}
          className="text-primary-text underline underline-offset-2"
        >
          <bdi>{name}</bdi>
        </Link>
        <p className="text-fg-muted text-sm">
          {isDistinct ? 'Marked as no duplicate' : labelShares(shares)} · {statusLabels[status]} ·{' '}
          <bdi>{funnel.name}</bdi>: <bdi>{step.name}</bdi> · <RelativeTime at={createdAt} />
        </p>
      </div>
      {canMerge &&
        (isDistinct ? (
          <Button
            size="sm"
            variant="ghost"
            className="-ml-2.5"
            pending={isMarking}
            onClick={() => void markDistinct(lead.id, id, false)}
          >
            It may be one
          </Button>
        ) : (
          <Button
            size="sm"
            aria-label={`Compare and merge with ${name}`}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) =>
              openDuplicates({ leadId: lead.id, otherId: id, opener: currentTarget })
            }
          >
            <Merge aria-hidden />
            Compare and merge
          </Button>
        ))}
    </li>
  );
}
