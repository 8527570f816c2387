'use client';

import Link from 'next/link';
import { useSession } from '#app/_trpc/session.tsx';
import { CodeBlock } from '#app/_ui/code-block.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { curlSnippet, useOrigin } from '#app/[company]/settings/api-keys/snippets.ts';
import type { StepView } from '#server/panel-api/schemas/funnels.ts';
import { type Live, LiveStatus } from './live-status.tsx';

const variable = '$LEADGATE_KEY';

interface FirstLeadProps {
  step: StepView;
  live: Live;
}

/** A command that sends the first lead. */
export function FirstLead({ step, live }: FirstLeadProps) {
  const { company } = useSession();
  const origin = useOrigin();

  if (step.archivedAt || step.funnel.archivedAt) {
    return (
      <EmptyState title="No leads">This step received no leads before it was archived.</EmptyState>
    );
  }

  /* Double quotes let the shell insert the key. */
  const code = curlSnippet({ baseUrl: `${origin}/api`, stepId: step.id, secret: variable }).replace(
    `'X-API-Key: ${variable}'`,
    `"X-API-Key: ${variable}"`,
  );

  return (
    <div className="grid gap-4 rounded-md border border-border bg-surface p-5">
      <div>
        <h2 className="font-semibold text-base">Send the first lead</h2>
        <p className="mt-1 max-w-2xl text-fg-muted">
          Run this with an API key in <code className="font-mono text-sm">LEADGATE_KEY</code>. The
          lead appears here within seconds. Create keys in{' '}
          <Link
            href={`/${company.slug}/settings/api-keys`}
            className="text-primary-text underline underline-offset-2"
          >
            Settings → API keys
          </Link>
          .
        </p>
      </div>
      <CodeBlock code={code} label="curl command" copyLabel="Copy curl" />
      <LiveStatus live={live}>Waiting for the first lead…</LiveStatus>
    </div>
  );
}
