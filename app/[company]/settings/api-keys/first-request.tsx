'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useTRPC } from '../../../_trpc/client.ts';
import { readFailure } from '../../../_trpc/failure.ts';
import { RelativeTime } from '../../../_ui/relative-time.tsx';

/** Asks each second until the key was used. */
export function FirstRequest({ apiKeyId }: { apiKeyId: string }) {
  const trpc = useTRPC();
  const key = useQuery(
    trpc.apiKeys.get.queryOptions(
      { id: apiKeyId },
      { refetchInterval: (query) => (query.state.data?.firstUsedAt ? false : 1_000) },
    ),
  );
  const firstUsedAt = key.data?.firstUsedAt;

  return (
    <p className="flex items-center gap-2 rounded-sm bg-surface-2 px-3 py-2">
      {firstUsedAt ? (
        <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
      ) : (
        <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-fg-muted" />
      )}
      <span role="status" className={firstUsedAt ? 'text-success' : 'text-fg-muted'}>
        {firstUsedAt ? 'First request received' : 'Waiting for the first request…'}
      </span>
      {firstUsedAt && <RelativeTime at={firstUsedAt} seconds className="text-success" />}
      {key.isError && !firstUsedAt && (
        <span className="text-danger text-sm">{readFailure(key.error).message}</span>
      )}
    </p>
  );
}
