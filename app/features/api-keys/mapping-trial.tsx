'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useDeferredValue } from 'react';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { cn } from '#app/_ui/cn.ts';
import { Section } from '#app/_ui/section.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import type { KeyMappingView, TriedRequest } from '#server/panel-api/schemas/api-keys.ts';
import { StatusBadge } from './key-cells.tsx';
import { TriedLead } from './tried-lead.tsx';

interface MappingTrialProps extends Pick<KeyMappingView, 'rules' | 'comesFrom'> {
  apiKeyId: string;
  entryId: string | undefined;
  pasted: string | undefined;
}

/** What the last requests of a key would become with a mapping that is not saved. */
export function MappingTrial({ apiKeyId, entryId, pasted, ...mapping }: MappingTrialProps) {
  const client = useTRPCClient();
  const { rules, comesFrom } = useDeferredValue(mapping);
  const tried = useQuery({
    queryKey: ['tryMapping', apiKeyId, entryId, pasted, rules, comesFrom],
    queryFn: ({ signal }) =>
      client.apiKeys.tryMapping.mutate(
        { id: apiKeyId, entryId, pasted, rules, comesFrom },
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (tried.data?.length === 0) return null;

  return (
    <Section title="The last requests with this mapping">
      {tried.error && <p className="text-danger text-sm">{readFailure(tried.error).message}</p>}
      <ul
        aria-label="The last requests with this mapping"
        aria-busy={tried.isFetching}
        className={cn('grid gap-3 transition-opacity', tried.isPlaceholderData && 'opacity-60')}
      >
        {tried.data?.map((request) => (
          <Tried key={request.sent?.id ?? 'pasted'} request={request} />
        ))}
      </ul>
    </Section>
  );
}

const toLead = 201;

/** Whether a submission is a lead: an inbound address answers what it holds with 200 as well. */
const LeadOrHeld = ({ isLead }: { isLead: boolean }) =>
  isLead ? <Badge tone="success">Lead</Badge> : <Badge tone="warning">Held</Badge>;

function Tried({ request: { sent, becomes } }: { request: TriedRequest }) {
  const { company } = useSession();
  const isLead = becomes.status === toLead;
  const before = sent?.isSubmission &&
    sent.outcome !== 'refused' && {
      isLead: sent.outcome !== 'held',
    };
  const isSame = before ? before.isLead === isLead : sent?.status === becomes.status;

  return (
    <li className="grid gap-0.5 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-baseline gap-x-2">
        {sent && !isSame && (
          <>
            {before ? <LeadOrHeld {...before} /> : <StatusBadge status={sent.status} />}
            <span className="sr-only">becomes</span>
            <span aria-hidden>→</span>
          </>
        )}
        {sent?.isSubmission ? (
          <LeadOrHeld isLead={isLead} />
        ) : (
          <StatusBadge status={becomes.status} />
        )}
        {sent ? (
          <Link
            href={`/${company.slug}/intake-log/${sent.id}`}
            prefetch={false}
            className="text-fg-muted text-sm hover:underline"
          >
            <RelativeTime at={sent.at} />
          </Link>
        ) : (
          <span className="text-fg-muted text-sm">Pasted</span>
        )}
      </p>
      <TriedLead lead={becomes} />
    </li>
  );
}
