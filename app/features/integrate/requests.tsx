'use client';

import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useSession } from '#app/_trpc/session.tsx';
import { OutsideLink } from '#app/_ui/outside-link.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { Result } from '#app/features/api-keys/key-cells.tsx';
import type { ApiKeyView, KeyActivity } from '#server/panel-api/schemas/api-keys.ts';
import { NumberedSection } from './integrate-layout.tsx';
import { isTestRequest } from './use-test-lead.ts';

interface ListeningSectionProps {
  apiKey: ApiKeyView | undefined;
  /** A secret was pasted that belongs to no key of this company. */
  isForeign: boolean;
}

/** The requests that others send with the key, as they arrive. */
export function ListeningSection({ apiKey, isForeign }: ListeningSectionProps) {
  if (!apiKey) {
    return (
      <ListeningFrame>
        <p className="text-fg-muted">
          {isForeign
            ? 'The pasted secret belongs to no key of this company.'
            : 'Real requests with your key appear here: accepted, or refused and why.'}
        </p>
      </ListeningFrame>
    );
  }
  return <Requests key={apiKey.id} apiKey={apiKey} />;
}

/** Milliseconds between two reads: the server does not announce requests. */
const interval = { waiting: 1_000, after: 3_000 };

const maxShown = 5;

const realRequests = ({ recent }: KeyActivity) =>
  recent.filter(({ requestId }) => !isTestRequest(requestId));

/** The requests of a key that others sent, the newest first. */
function Requests({ apiKey }: { apiKey: ApiKeyView }) {
  const { company } = useSession();
  const activity = useQuery(
    useTRPC().apiKeys.activity.queryOptions(
      { id: apiKey.id },
      {
        refetchInterval: ({ state }) =>
          state.data && realRequests(state.data).length > 0 ? interval.after : interval.waiting,
      },
    ),
  );
  if (activity.isPending) return <LoadingRequests />;
  if (!activity.data) {
    return (
      <ListeningFrame>
        <QueryFailure query={activity} title="The requests could not be loaded" headingLevel={3} />
      </ListeningFrame>
    );
  }

  const [latest, ...earlier] = realRequests(activity.data).slice(0, maxShown);
  return (
    <ListeningFrame done={latest !== undefined}>
      <Latest latest={latest} isFirst={earlier.length === 0} />
      {earlier.length > 0 && (
        <ol aria-label="Earlier requests" className="divide-y divide-border border-border border-t">
          {earlier.map((request) => (
            <li key={request.id} className="py-2">
              <Request request={request} />
            </li>
          ))}
        </ol>
      )}
      <p className="text-sm">
        <OutsideLink href={`/${company.slug}/settings/api-keys/${apiKey.id}`}>
          All requests of <bdi>{apiKey.name}</bdi>
        </OutsideLink>
      </p>
    </ListeningFrame>
  );
}

type ReceivedRequest = KeyActivity['recent'][number];

function headlineOf(latest: ReceivedRequest | undefined, isFirst: boolean): string {
  if (!latest) return 'Waiting for the first real request…';
  if (latest.status >= 400) return `Refused: ${latest.status}`;
  if (latest.outcome === 'held') return 'Held: no lead could be made of it';
  return `${isFirst ? 'First request' : 'Request'} received: ${latest.status}`;
}

interface LatestProps {
  latest: ReceivedRequest | undefined;
  isFirst: boolean;
}

function Latest({ latest, isFirst }: LatestProps) {
  const isRefused = latest !== undefined && latest.status >= 400;
  const tone = isRefused ? 'text-danger' : 'text-success';

  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-2">
        <Radio
          aria-hidden
          className={latest ? `size-4 ${tone}` : 'size-4 animate-pulse text-primary-text'}
        />
        <p role="status" className={latest ? `font-medium ${tone}` : 'text-fg-muted'}>
          {headlineOf(latest, isFirst)}
        </p>
        {latest && <RelativeTime at={latest.at} seconds className="text-fg-muted text-sm" />}
      </div>
      {latest && (
        <div className="pl-6">
          <Words request={latest} />
          {isRefused && <HelpLink href={`/docs/errors#status-${latest.status}`} />}
        </div>
      )}
    </div>
  );
}

function Words({ request: { message, ignoredFields } }: { request: ReceivedRequest }) {
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <bdi>{message}</bdi>
      </p>
      {ignoredFields.length > 0 && (
        <p className="text-fg-muted text-sm [overflow-wrap:anywhere]">
          Not read: <bdi>{ignoredFields.join(', ')}</bdi>
        </p>
      )}
    </>
  );
}

function Request({ request }: { request: ReceivedRequest }) {
  return (
    <div className="flex items-start gap-2">
      <Result {...request} />
      <div className="min-w-0 grow">
        <Words request={request} />
      </div>
      <RelativeTime at={request.at} seconds className="shrink-0 text-fg-muted text-sm" />
    </div>
  );
}

interface ListeningFrameProps {
  done?: boolean;
  children: ReactNode;
}

function ListeningFrame({ done = false, children }: ListeningFrameProps) {
  return (
    <NumberedSection number={6} title="Listening" done={done}>
      {children}
    </NumberedSection>
  );
}

function LoadingRequests() {
  return (
    <ListeningFrame>
      <Loading label="Loading the requests">
        <Skeleton className="h-10" />
      </Loading>
    </ListeningFrame>
  );
}

/** To the section of an error on the page of errors. */
export function HelpLink({ href }: { href: string }) {
  return (
    <p>
      <OutsideLink href={href}>What to do about it</OutsideLink>
    </p>
  );
}
