'use client';

import { useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import Link from 'next/link';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useSession } from '#app/_trpc/session.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { Section } from '#app/_ui/section.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import {
  RowHead,
  Table,
  TableBody,
  TableFrame,
  TableHead,
  TableRow,
  Td,
  Th,
} from '#app/_ui/table.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import type { KeyActivity } from '#server/panel-api/schemas/api-keys.ts';
import { emptyLogAddress, writeLogAddress } from '#server/panel-api/schemas/log-address.ts';
import { Result } from './key-cells.tsx';
import { RequestChart } from './request-chart.tsx';

interface KeyRequestsProps {
  apiKeyId: string;
  /** Milliseconds between two reads. */
  refetchInterval: number;
}

/** The requests of a key: by hour, and the last ones one by one. */
export function KeyRequests({ apiKeyId, refetchInterval }: KeyRequestsProps) {
  const activity = useQuery(
    useTRPC().apiKeys.activity.queryOptions({ id: apiKeyId }, { refetchInterval }),
  );

  if (activity.isPending) {
    return (
      <Loading label="Loading the requests" className="grid gap-5">
        <Skeleton className="h-64 rounded-md" />
        <Skeleton className="h-96 rounded-md" />
      </Loading>
    );
  }
  if (!activity.data)
    return <QueryFailure query={activity} title="The requests could not be loaded" />;

  const { hours, recent } = activity.data;
  if (hours.length + recent.length === 0) {
    return (
      <EmptyState icon={<Activity aria-hidden />} title="No requests yet">
        Requests with this key appear here within a second: whether each created a lead, and if not,
        why.
      </EmptyState>
    );
  }
  return (
    <>
      <Section title="Requests of the last 7 days">
        <RequestChart activity={activity.data} />
      </Section>
      <RecentRequests apiKeyId={apiKeyId} recent={recent} />
    </>
  );
}

type RecentRequest = KeyActivity['recent'][number];

interface RecentRequestsProps {
  apiKeyId: string;
  recent: readonly RecentRequest[];
}

/** The last requests of a key. The intake log has all, and what was sent. */
function RecentRequests({ apiKeyId, recent }: RecentRequestsProps) {
  const { company } = useSession();
  const log = writeLogAddress({ ...emptyLogAddress, result: '', key: [apiKeyId] });

  return (
    <section aria-labelledby="recent-requests" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="recent-requests" className="font-semibold text-base">
          Last requests
        </h2>
        <Link
          href={`/${company.slug}/intake-log?${log}`}
          className="text-primary-text text-sm underline underline-offset-2"
        >
          All in the intake log
        </Link>
      </div>
      {recent.length === 0 ? (
        <p className="text-fg-muted">Earlier requests are counted above, but not listed.</p>
      ) : (
        <TableFrame>
          <Table caption="Last requests, newest first" className="md:table-fixed">
            <TableHead>
              <Th className="w-28">Time</Th>
              <Th className="w-20">Status</Th>
              <Th>Answer</Th>
              <Th className="w-44">Request ID</Th>
            </TableHead>
            <TableBody>
              {recent.map((request) => (
                <RequestRow key={request.id} request={request} />
              ))}
            </TableBody>
          </Table>
        </TableFrame>
      )}
    </section>
  );
}

function RequestRow({ request }: { request: RecentRequest }) {
  const { company } = useSession();
  const { id, at, status, outcome, message, requestId, ignoredFields } = request;

  return (
    <TableRow className="grid-cols-[auto_minmax(0,1fr)] items-baseline max-md:p-3">
      <Td className="text-fg-muted max-md:order-2 max-md:text-right md:align-top">
        <RelativeTime at={at} seconds />
      </Td>
      <Td className="max-md:order-1 md:align-top">
        <Result status={status} outcome={outcome} />
      </Td>
      <RowHead className="order-3 col-span-2 [overflow-wrap:anywhere] md:align-top">
        <Link
          href={`/${company.slug}/intake-log/${id}`}
          prefetch={false}
          className="text-fg hover:text-primary-text hover:underline"
        >
          <bdi>{message || 'No answer'}</bdi>
        </Link>
        {ignoredFields.length > 0 && (
          <span className="block text-fg-muted text-sm">
            Not read: <bdi>{ignoredFields.join(', ')}</bdi>
          </span>
        )}
      </RowHead>
      <Td className="order-4 col-span-2 md:align-top">
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 truncate font-mono text-fg-muted text-xs">{requestId}</code>
          <CopyButton
            value={requestId}
            label={`Copy request ID ${requestId}`}
            copiedLabel="Request ID copied"
            iconOnly
            size="sm"
            variant="ghost"
          />
        </span>
      </Td>
    </TableRow>
  );
}
