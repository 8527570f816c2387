'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';
import { count, digits } from '#app/_ui/format.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Fact, Facts, Section } from '#app/_ui/section.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { ForbiddenState } from '#app/_ui/states.tsx';
import { LocalTime, RelativeTime } from '#app/_ui/time.tsx';
import { IntegrateLink } from '#app/features/snippets/integrate-link.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { KeyEnd, KeyFailure, KeyHint, KeyKind, KeyStatus, SecretProblem } from './key-cells.tsx';
import { KeyFields } from './key-fields.tsx';
import {
  describeSuccessor,
  heldEntryOf,
  isWorking,
  mappingPath,
  permissionsText,
} from './key-labels.ts';
import { KeyMenu, LazyKeyDialogs, useKeyActions } from './key-menu.tsx';
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
              <>
                {canManage && apiKey.kind === 'live' && (
                  <ButtonLink href={`/${company.slug}/intake-log/compare?key=${apiKey.id}`}>
                    Did everything arrive?
                  </ButtonLink>
                )}
                <IntegrateLink query={`key=${apiKey.id}`} />
              </>
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
      <KeyAlarms alarms={apiKey.alarms} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid min-w-0 gap-5">
          <KeyFacts
            apiKey={apiKey}
            onRotate={canManage ? () => actions.act('rotate', apiKey) : undefined}
          />
          <KeyAccess apiKey={apiKey} />
          <Section
            title="Fields"
            action={
              canManage && (
                <ButtonLink
                  size="sm"
                  href={mappingPath(company.slug, apiKey.id, heldEntryOf(apiKey))}
                >
                  Map fields
                </ButtonLink>
              )
            }
          >
            <KeyFields apiKeyId={apiKey.id} refetchInterval={keyInterval} />
          </Section>
        </div>
        <div className="grid min-w-0 gap-5 xl:col-start-1 xl:row-start-1">
          <KeyRequests apiKeyId={apiKey.id} refetchInterval={keyInterval} />
        </div>
      </div>
      <LazyKeyDialogs actions={actions} onDeleted={showList} />
    </div>
  );
}

function KeyAlarms({ alarms }: { alarms: ApiKeyView['alarms'] }) {
  const { company } = useSession();
  if (alarms.length === 0) return null;

  return (
    <section aria-label="Alarms" className="rounded-md bg-warning-soft px-4 py-3 text-warning">
      <ul className="grid gap-2">
        {alarms.map(({ kind, text, entryId }) => (
          <li key={kind} className="flex gap-2.5 [overflow-wrap:anywhere]">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>
              {text}.{' '}
              {entryId && (
                <Link
                  href={`/${company.slug}/intake-log/${entryId}`}
                  className="underline underline-offset-2"
                >
                  Open the newest
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
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

interface KeyFactsProps {
  apiKey: ApiKeyView;
  /** Absent for read-only members. */
  onRotate: (() => void) | undefined;
}

function KeyFacts({ apiKey, onRotate }: KeyFactsProps) {
  const { createdAt, createdBy, lastUsedAt, lastUsedClient, firstUsedAt, successor } = apiKey;

  return (
    <Section title="Key">
      <Facts>
        <Fact term="Status">
          <KeyStatus status={apiKey.status} />
          <KeyFailure apiKey={apiKey} />
          <SecretProblem apiKey={apiKey} onRotate={onRotate} />
        </Fact>
        {successor && (
          <Fact term="Replaced by">
            <Successor apiKey={apiKey} successor={successor} />
          </Fact>
        )}
        <Fact term="Created">
          <LocalTime at={createdAt} />
          {createdBy && (
            <>
              {' by '}
              <bdi>{createdBy}</bdi>
            </>
          )}
        </Fact>
        {apiKey.secretExposedAt && (
          <Fact term="Secret exposed">
            <RelativeTime at={apiKey.secretExposedAt} />
            <span className="block text-fg-muted text-sm">
              A request carried it in the address, in the body or as a bearer token, where others
              may read it. Rotate the key, and send it in the header <code>X-API-Key</code> only.
            </span>
          </Fact>
        )}
        <Fact term="Expires">
          <KeyEnd apiKey={apiKey} />
        </Fact>
        {!isWorking(apiKey) && apiKey.deactivatedAt && (
          <Fact term="Deactivated">
            <LocalTime at={apiKey.deactivatedAt} />
          </Fact>
        )}
        <Fact term="First used">
          <RelativeTime at={firstUsedAt} />
        </Fact>
        <Fact term="Last used">
          <RelativeTime at={lastUsedAt} />
          {lastUsedClient && <bdi className="block text-fg-muted text-sm">{lastUsedClient}</bdi>}
        </Fact>
        <Fact term="Last 24 hours">{count(apiKey.requestsLast24h, 'request')}</Fact>
      </Facts>
    </Section>
  );
}

interface SuccessorProps {
  apiKey: ApiKeyView;
  successor: NonNullable<ApiKeyView['successor']>;
}

function Successor({ apiKey, successor }: SuccessorProps) {
  const { company } = useSession();
  const described = describeSuccessor(apiKey);

  return (
    <>
      <Link
        href={`/${company.slug}/settings/api-keys/${successor.id}`}
        className="text-primary-text underline underline-offset-2"
      >
        <KeyHint hint={successor.hint} />
      </Link>
      {described && isWorking(apiKey) && (
        <span className="block text-fg-muted text-sm">
          This key {described.text} {described.until && <LocalTime at={described.until} />}
        </span>
      )}
    </>
  );
}

function rateText(perSecond: number | null): string {
  if (perSecond === null) return 'Default of the installation';
  return perSecond === 0 ? 'No limit' : `${count(perSecond, 'request')} per second`;
}

/** What the key may do. */
function KeyAccess({ apiKey }: { apiKey: ApiKeyView }) {
  const { permissions, funnels, steps, rateLimit } = apiKey;

  return (
    <Section title="What it may do">
      <Facts>
        <Fact term="Permissions">{permissionsText(permissions)}</Fact>
        <Fact term="Funnels and steps">
          {funnels.length + steps.length === 0 ? 'Every funnel and step' : <Limits {...apiKey} />}
        </Fact>
        <Fact term="Rate limit">{rateText(rateLimit)}</Fact>
      </Facts>
    </Section>
  );
}

function Limits({ funnels, steps }: Pick<ApiKeyView, 'funnels' | 'steps'>) {
  const { company } = useSession();
  const places = [
    ...funnels.map(({ id, name, archived }) => ({ id, name, archived, path: id })),
    ...steps.map(({ id, name, archived, funnelId, funnelName }) => ({
      id,
      name: `${funnelName}: ${name}`,
      archived,
      path: `${funnelId}/steps/${id}`,
    })),
  ];

  return (
    <ul aria-label={`${digits(places.length)} in all`}>
      {places.map(({ id, name, archived, path }) => (
        <li key={id}>
          <Link
            href={`/${company.slug}/funnels/${path}`}
            className="text-primary-text underline underline-offset-2"
          >
            <bdi>{name}</bdi>
          </Link>
          {archived && <span className="text-fg-muted text-sm"> · archived</span>}
        </li>
      ))}
    </ul>
  );
}
