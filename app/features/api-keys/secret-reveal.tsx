'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { AlertDialog } from '#app/_ui/dialog.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import type { SecretGuard } from '#app/_ui/use-secret-guard.ts';
import { SnippetGuide } from '#app/features/snippets/snippet-guide.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { SecretField } from './secret-field.tsx';

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
          <SnippetGuide
            title="Try it"
            apiKey={apiKey}
            secret={secret}
            onCopied={guard.markCopied}
          />
          {apiKey.kind === 'rehearsal' && (
            <p className="text-fg-muted">
              Leads of this key are tests: they are on the page of their step, under Tests. A
              request with the header{' '}
              <code className="whitespace-nowrap font-mono text-sm">X-Simulate: 503</code> simulates
              a failure; the OpenAPI document lists all values.
            </p>
          )}
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

/** Polls until the key was used, then until its first lead is there. */
function FirstRequest({ apiKeyId }: { apiKeyId: string }) {
  const trpc = useTRPC();
  const { company } = useSession();
  const key = useQuery(
    trpc.apiKeys.get.queryOptions(
      { id: apiKeyId },
      { refetchInterval: (query) => (query.state.data?.firstUsedAt ? false : 1_000) },
    ),
  );
  const firstUsedAt = key.data?.firstUsedAt;
  const first = useQuery(
    trpc.apiKeys.firstLead.queryOptions(
      { id: apiKeyId },
      {
        enabled: Boolean(firstUsedAt),
        refetchInterval: (query) => (query.state.data?.lead ? false : 2_000),
      },
    ),
  );
  const lead = first.data?.lead;

  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-sm bg-surface-2 px-3 py-2">
      {firstUsedAt ? (
        <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
      ) : (
        <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-fg-muted" />
      )}
      <p role="status" className={firstUsedAt ? 'text-success' : 'text-fg-muted'}>
        {firstUsedAt ? 'First request received' : 'Waiting for the first request…'}
      </p>
      {firstUsedAt && <RelativeTime at={firstUsedAt} seconds className="text-success" />}
      <p role="status" className="w-full min-w-0 pl-6 empty:hidden">
        {lead && (
          <>
            {'Lead: '}
            {/* In a new tab: the key stays on the screen. */}
            <a
              href={`/${company.slug}/leads/${lead.id}`}
              target="_blank"
              rel="noreferrer"
              className="font-medium text-primary-text underline underline-offset-2 [overflow-wrap:anywhere]"
            >
              <bdi>{lead.name}</bdi>
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </>
        )}
      </p>
      {key.isError && !firstUsedAt && (
        <span className="text-danger text-sm">{readFailure(key.error).message}</span>
      )}
    </div>
  );
}
