'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { Field, Input } from '#app/_ui/field.tsx';

interface SecretFieldProps {
  secret: string;
  copyRef: RefObject<HTMLButtonElement | null>;
  onCopied: () => void;
}

/** A new secret, and the button that copies it. */
export function SecretField({ secret, copyRef, onCopied }: SecretFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);

  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
      <Field label="Key" className="min-w-0 grow">
        <Input
          ref={inputRef}
          readOnly
          value={secret}
          data-testid="api-key-secret"
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          onFocus={(event) => event.currentTarget.select()}
          onCopy={onCopied}
        />
      </Field>
      <CopyButton
        value={secret}
        label="Copy key"
        variant="primary"
        buttonRef={copyRef}
        source={inputRef}
        onCopied={onCopied}
      />
    </div>
  );
}

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
