'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle, ShieldAlert } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { Badge } from '#app/_ui/badge.tsx';
import { CodeBlock } from '#app/_ui/code-block.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { AlertDialog } from '#app/_ui/dialog.tsx';
import { Field, Input } from '#app/_ui/field.tsx';
import { SkeletonOf } from '#app/_ui/skeleton.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import type { SecretGuard } from '#app/_ui/use-secret-guard.ts';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { curlSnippet, useOrigin } from './snippets.ts';
import { StepChooser, useStepSelection } from './step-chooser.tsx';

interface SecretRevealProps {
  apiKey: ApiKeyView;
  secret: string;
  /** Keeps the dialog open until the secret was copied. */
  guard: SecretGuard;
}

/** Shows a new secret, once. */
export function SecretReveal({ apiKey, secret, guard }: SecretRevealProps) {
  const copyRef = useRef<HTMLButtonElement>(null);

  /* The form that had the focus was replaced. */
  useEffect(() => copyRef.current?.focus(), []);

  return (
    <div className="grid gap-6">
      <SecretField secret={secret} copyRef={copyRef} onCopied={guard.markCopied} />
      {apiKey.permissions.includes('leads:create') ? (
        <>
          <SecretSnippets apiKey={apiKey} secret={secret} onCopied={guard.markCopied} />
          <FirstRequest apiKeyId={apiKey.id} />
        </>
      ) : (
        <p className="text-fg-muted">
          This key has no permissions yet. Its requests are refused until you edit it and allow it
          to send leads.
        </p>
      )}
      <AlertDialog
        open={guard.confirming}
        onOpenChange={guard.setConfirming}
        title="Close without copying?"
        description="The key cannot be shown again. Without a copy you have to create a new one."
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
  onCopied: () => void;
}

function SecretField({ secret, copyRef, onCopied }: SecretFieldProps) {
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

/** A placeholder with the length of an id, for the skeleton. */
const anyStepId = '00000000-0000-0000-0000-000000000000';

interface SecretSnippetsProps {
  apiKey: ApiKeyView;
  secret: string;
  /** Also called for a snippet, which contains the key. */
  onCopied: () => void;
}

function SecretSnippets({ apiKey, secret, onCopied }: SecretSnippetsProps) {
  const selection = useStepSelection(apiKey);
  const baseUrl = `${useOrigin()}/api`;
  const snippet = curlSnippet({ baseUrl, stepId: selection.stepId ?? anyStepId, secret });
  const code = (
    <CodeBlock code={snippet} label="curl command" copyLabel="Copy curl" onCopied={onCopied} />
  );

  return (
    <section aria-labelledby="try-it" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="try-it" className="font-semibold">
          Try it
        </h3>
        <Badge tone="warning" icon={<ShieldAlert aria-hidden />}>
          Contains your secret
        </Badge>
      </div>
      <StepChooser selection={selection} />
      {selection.stepId ? code : selection.pending && <SkeletonOf>{code}</SkeletonOf>}
    </section>
  );
}

/** Polls every second until the key was used. */
function FirstRequest({ apiKeyId }: { apiKeyId: string }) {
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
