'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { needsPerson } from '#db/values/intake-log.ts';

/**
 * Sends the requests like one of the log again, and shows how far that is.
 *
 * @returns `undefined` without a request, and for one of which a lead was made
 */
export function useSendAgain(entryId: string | undefined) {
  const trpc = useTRPC();
  const router = useRouter();
  const { company } = useSession();
  const start = useMutation(trpc.replays.start.mutationOptions());
  const entry = useQuery(
    trpc.intakeLog.get.queryOptions({ id: entryId ?? '' }, { enabled: entryId !== undefined }),
  );
  if (!entry.data || !needsPerson(entry.data.outcome) || entry.data.lead) return undefined;

  const { groupId } = entry.data;
  return {
    isPending: start.isPending,
    failure: start.error ? readFailure(start.error).message : undefined,
    start: () =>
      start.mutate(
        { groupId, stepId: null },
        { onSuccess: () => router.push(`/${company.slug}/intake-log/replay/${groupId}`) },
      ),
  };
}
