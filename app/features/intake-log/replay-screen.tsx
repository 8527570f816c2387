'use client';

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { MorePages, QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Button } from '#app/_ui/button.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { count, digits } from '#app/_ui/format.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Section } from '#app/_ui/section.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { TriedLead } from '#app/features/api-keys/tried-lead.tsx';
import type { ReplayPreview, ReplayView } from '#server/panel-api/schemas/replays.ts';
import { labelFields, outcomeLabels, outcomeTones, replayTitles } from './replay-labels.ts';
import { isOpenReplay, ReplayList } from './replay-list.tsx';
import { StepChoice } from './step-choice.tsx';

/** Milliseconds between two reads while requests are being sent. */
const progressInterval = 1_000;

/** Sends the requests of a cause again, after a look at what each becomes. */
export function ReplayScreen({ groupId }: { groupId: string }) {
  const canManage = useCan('admin');

  if (!canManage) {
    return (
      <div className="mx-auto grid max-w-400 gap-5">
        <PageHeader title="Send again" />
        <ForbiddenState>Only admins of this company send requests again.</ForbiddenState>
      </div>
    );
  }
  return <Replay groupId={groupId} />;
}

function Replay({ groupId }: { groupId: string }) {
  const trpc = useTRPC();
  const preview = useInfiniteQuery(
    trpc.replays.preview.infiniteQueryOptions(
      { groupId },
      { getNextPageParam: (page) => page.nextCursor, staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const list = useQuery(
    trpc.replays.list.queryOptions(
      { groupId },
      {
        refetchInterval: ({ state }) =>
          state.data?.some(isOpenReplay) === true ? progressInterval : false,
      },
    ),
  );
  if (preview.isPending || list.isPending) return <ReplaySkeleton />;
  if (!preview.data || !list.data) {
    return (
      <QueryFailure
        headingLevel={1}
        query={preview.data ? list : preview}
        title="The requests could not be loaded"
      />
    );
  }
  return (
    <Chosen groupId={groupId} preview={preview} pages={preview.data.pages} replays={list.data} />
  );
}

interface ChosenProps {
  groupId: string;
  preview: Parameters<typeof MorePages>[0]['list'];
  pages: readonly ReplayPreview[];
  /** The newest first. */
  replays: readonly ReplayView[];
}

/** False when all of them have been looked at, and none becomes a lead or fills one in. */
const isWorthStarting = (pages: readonly ReplayPreview[]) =>
  pages.some(
    ({ items, nextCursor }) =>
      nextCursor !== null ||
      items.some(({ becomes, fills }) => becomes?.status === 201 || fills?.filled.length),
  );

function Chosen({ groupId, preview, pages, replays }: ChosenProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [stepId, setStepId] = useState('');
  const start = useMutation(
    trpc.replays.start.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.replays.list.pathKey() }),
    }),
  );
  const [first] = pages;
  if (!first) return null;

  const { kind, requests, left } = first;
  const isWorking = replays.some(isOpenReplay);
  const needsStep = kind === 'send' && first.stepId === null && stepId === '';
  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <PageHeader
        title={replayTitles[kind]}
        meta={
          kind === 'send'
            ? 'Requests that made no lead, as their sender would'
            : 'What leads lack is filled in'
        }
        actions={
          isWorthStarting(pages) && (
            <Button
              variant="primary"
              disabled={isWorking || needsStep}
              pending={start.isPending}
              onClick={() => start.mutate({ groupId, stepId: stepId || null })}
            >
              {kind === 'send' ? 'Send' : 'Read'} {count(requests, 'request')} again
            </Button>
          )
        }
      />
      <FormError>{start.error && readFailure(start.error).message}</FormError>
      {replays.length > 0 && <ReplayList groupId={groupId} kind={kind} replays={replays} />}
      {requests > 0 ? (
        <>
          {kind === 'send' && (
            <StepChoice value={stepId} sentTo={first.stepId} onChange={setStepId} />
          )}
          <Section title="What each becomes">
            <ul aria-label="What each becomes" className="grid gap-4">
              {pages
                .flatMap((page) => page.items)
                .map((item) => (
                  <Item key={item.sent.id} item={item} />
                ))}
            </ul>
            <MorePages list={preview} />
          </Section>
        </>
      ) : (
        replays.length === 0 && (
          <EmptyState icon={<CircleCheck aria-hidden />} title="Nothing to send again" />
        )
      )}
      {left > 0 && (
        <p className="text-fg-muted text-sm">
          {digits(left)} more cannot be sent again: they were dry runs, or what they sent is not
          stored.
        </p>
      )}
    </div>
  );
}

function Item({ item: { sent, becomes, fills } }: { item: ReplayPreview['items'][number] }) {
  const { company } = useSession();

  return (
    <li className="grid gap-0.5 [overflow-wrap:anywhere]">
      <Link
        href={`/${company.slug}/intake-log/${sent.id}`}
        prefetch={false}
        className="w-fit text-fg-muted text-sm hover:underline"
      >
        <RelativeTime at={sent.at} />
      </Link>
      {becomes?.status === 400 && (
        <p>
          <Badge tone={outcomeTones.refused}>{outcomeLabels.refused}</Badge>
        </p>
      )}
      {becomes && <TriedLead lead={becomes} />}
      {fills && <Fills fills={fills} />}
      {!becomes && !fills && (
        <p className="text-fg-muted">What was sent cannot be read any more.</p>
      )}
    </li>
  );
}

function Fills({
  fills: { name, filled },
}: {
  fills: NonNullable<ReplayPreview['items'][number]['fills']>;
}) {
  return (
    <p>
      <bdi className="font-medium">{name}</bdi>{' '}
      <span className="text-fg-muted">
        {filled.length > 0 ? `Filled: ${labelFields(filled)}` : 'Nothing to fill in'}
      </span>
    </p>
  );
}

function ReplaySkeleton() {
  return (
    <Loading label="Loading the requests" className="mx-auto grid w-full max-w-400 gap-5">
      <Skeleton className="h-6 w-52" />
      <Skeleton className="h-16 max-w-md rounded-md" />
      <Skeleton className="h-96 rounded-md" />
    </Loading>
  );
}
