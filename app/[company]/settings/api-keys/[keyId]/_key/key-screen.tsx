'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Part } from '#app/_ui/part.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { ForbiddenState } from '#app/_ui/states.tsx';
import { IntegrateLink } from '#app/[company]/_snippets/integrate-link.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { IgnoredFields } from '../../ignored-fields.tsx';
import { KeyHint, KeyKind } from '../../key-hint.tsx';
import { KeyMenu } from '../../key-menu.tsx';
import { LazyKeyDialogs } from '../../lazy-key-dialogs.tsx';
import { useKeyActions } from '../../use-key-actions.ts';
import { KeyAccess, KeyFacts } from './key-facts.tsx';
import { KeyRequests } from './key-requests.tsx';

/** Milliseconds between two reads: the server does not announce requests. */
const keyInterval = 3_000;

export function KeyScreen({ apiKeyId }: { apiKeyId: string }) {
  const actions = useKeyActions();
  const key = useQuery(
    useTRPC().apiKeys.get.queryOptions({ id: apiKeyId }, { refetchInterval: keyInterval }),
  );

  if (key.isPending) return <KeySkeleton />;
  if (!key.data)
    return <QueryFailure headingLevel={1} query={key} title="This API key could not be loaded" />;
  return <Loaded key={apiKeyId} apiKey={key.data} actions={actions} />;
}

interface LoadedProps {
  apiKey: ApiKeyView;
  actions: ReturnType<typeof useKeyActions>;
}

function Loaded({ apiKey, actions }: LoadedProps) {
  const canManage = useCan('admin');
  const { company } = useSession();
  const router = useRouter();

  function showList(message: string) {
    router.replace(`/${company.slug}/settings/api-keys`);
    actions.changed(message);
  }

  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <PageHeader
        title={<bdi>{apiKey.name}</bdi>}
        meta={
          <span className="flex flex-wrap items-center gap-2">
            <KeyHint hint={apiKey.hint} />
            <KeyKind kind={apiKey.kind} />
          </span>
        }
        actions={
          <>
            {apiKey.permissions.includes('leads:create') && (
              <IntegrateLink query={`key=${apiKey.id}`} />
            )}
            {canManage && <KeyMenu apiKey={apiKey} onAction={actions.act} />}
          </>
        }
      />
      {!canManage && (
        <ForbiddenState>
          You can view this API key. Only admins of this company can change or deactivate it.
        </ForbiddenState>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid min-w-0 gap-5">
          <KeyFacts
            apiKey={apiKey}
            onRotate={canManage ? () => actions.act('rotate', apiKey) : undefined}
          />
          <KeyAccess apiKey={apiKey} />
          <Part title="Ignored fields">
            <IgnoredFields apiKeyId={apiKey.id} refetchInterval={keyInterval} />
          </Part>
        </div>
        <div className="grid min-w-0 gap-5 xl:col-start-1 xl:row-start-1">
          <KeyRequests apiKeyId={apiKey.id} refetchInterval={keyInterval} />
        </div>
      </div>
      <LazyKeyDialogs actions={actions} onDeleted={showList} />
    </div>
  );
}

function KeySkeleton() {
  return (
    <Loading label="Loading the API key" className="mx-auto grid w-full max-w-400 gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-52" />
        <Skeleton className="w-40" />
      </div>
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid gap-5">
          <Skeleton className="h-64 rounded-md" />
          <Skeleton className="h-96 rounded-md" />
        </div>
        <Skeleton className="h-80 rounded-md" />
      </div>
    </Loading>
  );
}
