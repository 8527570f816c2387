'use client';

import { type RefObject, useEffect, useRef } from 'react';
import type { ApiKeyView } from '#server/api/schemas/api-keys.ts';
import { CopyButton } from '../../../_ui/copy-button.tsx';
import { AlertDialog } from '../../../_ui/dialog.tsx';
import { Field, Input } from '../../../_ui/field.tsx';
import type { SecretGuard } from '../../../_ui/use-secret-guard.ts';
import { FirstRequest } from './first-request.tsx';
import { SecretSnippets } from './secret-snippets.tsx';

interface SecretRevealProps {
  apiKey: ApiKeyView;
  secret: string;
  /** Holds up the dialog around it while the secret was not taken. */
  guard: SecretGuard;
}

/** Shows a secret the only time there is. */
export function SecretReveal({ apiKey, secret, guard }: SecretRevealProps) {
  const copyRef = useRef<HTMLButtonElement>(null);

  /* The form that stood here before had the focus; it is gone. */
  useEffect(() => copyRef.current?.focus(), []);

  return (
    <div className="grid gap-6">
      <SecretField secret={secret} copyRef={copyRef} onTaken={guard.take} />
      {apiKey.permissions.includes('leads:create') ? (
        <>
          <SecretSnippets apiKey={apiKey} secret={secret} onTaken={guard.take} />
          <FirstRequest apiKeyId={apiKey.id} />
        </>
      ) : (
        <p className="text-fg-muted">
          This key has no permissions yet. Its requests are refused until you edit it and allow it
          to send leads.
        </p>
      )}
      <AlertDialog
        open={guard.asking}
        onOpenChange={guard.setAsking}
        title="Close without copying?"
        description="The key cannot be shown again. Without a copy you would have to make another one."
        cancelLabel="Back to the key"
        confirmLabel="Close without copying"
        onConfirm={guard.close}
        finalFocus={copyRef}
      />
    </div>
  );
}

interface SecretFieldProps {
  secret: string;
  copyRef: RefObject<HTMLButtonElement | null>;
  onTaken: () => void;
}

function SecretField({ secret, copyRef, onTaken }: SecretFieldProps) {
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
          onCopy={onTaken}
        />
      </Field>
      <CopyButton
        value={secret}
        label="Copy key"
        variant="primary"
        buttonRef={copyRef}
        source={inputRef}
        onCopied={onTaken}
      />
    </div>
  );
}
