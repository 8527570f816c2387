'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { useLazy } from '#app/_ui/lazy.tsx';
import { Skeleton } from '#app/_ui/skeleton.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { useOrigin } from '#app/_ui/use-origin.ts';
import type { StepView } from '#server/panel-api/schemas/funnels.ts';
import { type Live, LiveStatus } from './live-status.tsx';

const tabs = {
  name: 'snippet tabs',
  load: async () => (await import('#app/[company]/_snippets/snippet-tabs.tsx')).SnippetTabs,
};

interface FirstLeadProps {
  step: StepView;
  live: Live;
}

/** A step without leads: how they get here, for those who can see to it. */
export function FirstLead({ step, live }: FirstLeadProps) {
  const [direct, setDirect] = useState(false);
  const access = useKeyAccess();

  if (step.archivedAt || step.funnel.archivedAt) {
    return (
      <EmptyState title="No leads">This step received no leads before it was archived.</EmptyState>
    );
  }
  if (!step.isFirst && !direct) {
    return (
      <EmptyState
        title="No leads in this step"
        action={
          access === 'yes' && (
            <Button onClick={() => setDirect(true)}>Send leads to this step directly</Button>
          )
        }
      >
        <p>Leads come here when they are moved.</p>
        <Waiting live={live} />
      </EmptyState>
    );
  }
  if (access === 'pending') return <Skeleton className="h-64 animate-appear-late rounded-md" />;
  return access === 'yes' ? <SendFirstLead step={step} live={live} /> : <WhomToAsk live={live} />;
}

/** Whether the user can have a key: admins create them, agents use those that exist. */
function useKeyAccess(): 'yes' | 'no' | 'pending' {
  const isAdmin = useCan('admin');
  const isAgent = useCan('agent');
  const keys = useQuery(
    useTRPC().apiKeys.list.queryOptions({ filter: 'active' }, { enabled: isAgent && !isAdmin }),
  );
  if (isAdmin) return 'yes';
  if (!isAgent || keys.isError) return 'no';
  if (!keys.data) return 'pending';

  return keys.data.counts.active > 0 ? 'yes' : 'no';
}

function WhomToAsk({ live }: { live: Live }) {
  const { company } = useSession();

  return (
    <EmptyState title="No leads yet">
      <p>
        When a website, an ad or another system sends a lead to this step, it appears here within
        seconds, with its name, phone and campaign. To connect one, ask an admin of {company.name}.
      </p>
      <Waiting live={live} />
    </EmptyState>
  );
}

function Waiting({ live }: { live: Live }) {
  return (
    <div className="mt-3 flex justify-center">
      <LiveStatus live={live}>Waiting for the first lead…</LiveStatus>
    </div>
  );
}

function SendFirstLead({ step, live }: FirstLeadProps) {
  const { company } = useSession();
  const origin = useOrigin();
  const { part: SnippetTabs, failed, retry } = useLazy(tabs, true);
  const isAdmin = useCan('admin');

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md border border-border bg-surface p-4 sm:p-5">
      <div>
        <h2 className="font-semibold text-base">Send the first lead</h2>
        <p className="mt-1 max-w-2xl text-fg-muted">
          Use this with an API key. The lead appears here within seconds.{' '}
          {isAdmin ? (
            <>
              Create keys in{' '}
              <Link
                href={`/${company.slug}/settings/api-keys`}
                className="text-primary-text underline underline-offset-2"
              >
                Settings → API keys
              </Link>
              .
            </>
          ) : (
            'An admin of this company can give you a key.'
          )}
        </p>
      </div>
      {SnippetTabs ? (
        <SnippetTabs input={{ baseUrl: `${origin}/api`, stepId: step.id }} />
      ) : failed ? (
        <p className="flex flex-wrap items-center gap-3 text-danger">
          The examples could not be loaded.
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </p>
      ) : (
        <Skeleton className="h-58 animate-appear-late rounded-md" />
      )}
      <LiveStatus live={live}>Waiting for the first lead…</LiveStatus>
    </div>
  );
}
