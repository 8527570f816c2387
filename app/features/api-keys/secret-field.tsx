'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { CopyField } from '#app/_ui/copy-field.tsx';

interface SecretFieldProps {
  secret: string;
  copyRef: RefObject<HTMLButtonElement | null>;
  onCopied: () => void;
}

/** A new secret, and the button that copies it. */
export const SecretField = ({ secret, copyRef, onCopied }: SecretFieldProps) => (
  <CopyField
    label="Key"
    value={secret}
    copyLabel="Copy key"
    data-testid="api-key-secret"
    copyRef={copyRef}
    onCopied={onCopied}
  />
);

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
