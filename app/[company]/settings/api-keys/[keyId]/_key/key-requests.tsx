'use client';

import { useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { Part } from '#app/_ui/part.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { RecentRequests } from './recent-requests.tsx';
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
      <Part title="Requests of the last 7 days">
        <RequestChart activity={activity.data} />
      </Part>
      <RecentRequests recent={recent} />
    </>
  );
}
