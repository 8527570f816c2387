'use client';

import { useEffect, useRef } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { AlertDialog } from '#app/_ui/dialog.tsx';
import { SecretField } from '#app/[company]/settings/api-keys/secret-field.tsx';
import type { IssuedApiKey } from '#server/panel-api/schemas/api-keys.ts';

interface CreatedKeyProps {
  issued: IssuedApiKey;
  onCopied: () => void;
  /** To use another key. */
  onDiscard: () => void;
  /** Whether the page is about to be left without a copy. */
  confirming: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** A new key with its secret, which is shown once. */
export function CreatedKey({ issued: { key, secret }, ...props }: CreatedKeyProps) {
  const copyRef = useRef<HTMLButtonElement>(null);

  /* The button that had the focus is gone. */
  useEffect(() => copyRef.current?.focus(), []);

  return (
    <>
      <p>
        “<bdi>{key.name}</bdi>” is ready. Copy the key now: it is not shown again.
      </p>
      <SecretField secret={secret} copyRef={copyRef} onCopied={props.onCopied} />
      <Button
        size="sm"
        variant="ghost"
        className="-ml-2.5 justify-self-start"
        onClick={props.onDiscard}
      >
        Use another key
      </Button>
      <AlertDialog
        open={props.confirming}
        onOpenChange={(open) => !open && props.onStay()}
        title="Leave without copying?"
        description="The key cannot be shown again. Without a copy you have to create a new one."
        cancelLabel="Back to the key"
        confirmLabel="Leave without copying"
        onConfirm={props.onLeave}
        finalFocus={copyRef}
      />
    </>
  );
}
