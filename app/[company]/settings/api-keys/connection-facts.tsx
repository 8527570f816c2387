'use client';

import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../_ui/copy-button.tsx';
import { useOrigin } from './use-origin.ts';

/** What an integrator needs besides a key. */
export function ConnectionFacts() {
  const origin = useOrigin();
  const baseUrl = origin && `${origin}/api`;

  return (
    <dl className="grid gap-x-8 gap-y-1 rounded-md border border-border bg-surface px-4 py-3 sm:grid-cols-[minmax(0,auto)_auto_auto] sm:justify-start">
      <Fact term="Base URL">
        <code className="min-w-0 truncate font-mono text-sm">{baseUrl || ' '}</code>
        <CopyButton value={baseUrl} label="Copy base URL" iconOnly size="sm" variant="ghost" />
      </Fact>
      <Fact term="Header">
        <code className="font-mono text-sm">X-API-Key</code>
        <CopyButton value="X-API-Key" label="Copy header name" iconOnly size="sm" variant="ghost" />
      </Fact>
      <Fact term="Reference">
        <a
          href="/api/openapi.json"
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 text-primary-text underline underline-offset-2 coarse:py-3"
        >
          OpenAPI document
          <ExternalLink aria-hidden className="size-3.5" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0 max-sm:grid max-sm:grid-cols-[6rem_minmax(0,1fr)] max-sm:items-center">
      <dt className="text-fg-muted text-sm">{term}</dt>
      <dd className="flex min-h-control-sm min-w-0 items-center gap-1">{children}</dd>
    </div>
  );
}
