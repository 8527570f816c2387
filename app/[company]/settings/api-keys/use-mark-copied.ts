'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';

/**
 * Stores that the secret of a key was copied. A call that fails is repeated, for half a minute: the
 * list says of a key without the mark that its secret was never copied.
 */
export function useMarkCopied() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();

  return useMutation(
    trpc.apiKeys.markSecretCopied.mutationOptions({
      retry: 5,
      onSettled: () => queryClient.invalidateQueries(trpc.apiKeys.list.pathFilter()),
    }),
  );
}
