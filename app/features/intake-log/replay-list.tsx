'use client';

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { MorePages, QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useSession } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Button } from '#app/_ui/button.tsx';
import { AlertDialog } from '#app/_ui/dialog.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { count, digits } from '#app/_ui/format.ts';
import { Section } from '#app/_ui/section.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import type { ReplayResult, ReplayView } from '#server/panel-api/schemas/replays.ts';
import {
  describeOutcomes,
  labelFields,
  outcomeLabels,
  outcomeTones,
  type ReplayKind,
  replayTitles,
} from './replay-labels.ts';

export const isOpenReplay = ({ status }: ReplayView) =>
  status === 'running' || status === 'undoing';

interface ReplayListProps {
  groupId: string;
  kind: ReplayKind;
  /** The newest first. */
  replays: readonly ReplayView[];
}

export function ReplayList({ groupId, kind, replays }: ReplayListProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const isWorking = replays.some(isOpenReplay);
  const [wasWorking, setWasWorking] = useState(isWorking);
  const summary = describeOutcomes(replays[0]?.outcomes ?? {});

  // What can be sent again, and the log, are others once one has ended.
  useEffect(() => {
    if (isWorking === wasWorking) return;
    setWasWorking(isWorking);
    if (isWorking) return;
    announce(summary);
    void queryClient.invalidateQueries({ queryKey: trpc.replays.preview.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.replays.results.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.intakeLog.pathKey() });
  }, [isWorking, wasWorking, summary, announce, queryClient, trpc]);

  return (
    <ol aria-label={replayTitles[kind]} className="grid gap-5">
      {replays.map((replay, index) => (
        <li key={replay.id}>
          <Replay groupId={groupId} replay={replay} isNewest={index === 0} />
        </li>
      ))}
    </ol>
  );
}

interface ReplayProps {
  groupId: string;
  replay: ReplayView;
  isNewest: boolean;
}

const statusTitles: Record<ReplayView['status'], string> = {
  running: 'Under way',
  done: 'Done',
  cancelled: 'Cancelled',
  undoing: 'Being undone',
  undone: 'Undone',
};

function Replay({ groupId, replay, isNewest }: ReplayProps) {
  const { id, status, requests, outcomes, createdAt, createdByName, endedByName } = replay;
  const [isOpen, setOpen] = useState(isNewest);
  const done = Object.values(outcomes).reduce((sum, number) => sum + number, 0);
  const undone = status === 'undoing' || status === 'undone';

  return (
    <Section title={statusTitles[status]} action={<Actions groupId={groupId} replay={replay} />}>
      <div className="grid gap-2">
        {status === 'running' && (
          <progress
            aria-label="Requests sent"
            value={done}
            max={requests}
            className="h-2 w-full overflow-hidden rounded-full bg-surface-2 accent-primary [&::-webkit-progress-bar]:bg-surface-2 [&::-webkit-progress-value]:bg-primary"
          />
        )}
        <p data-testid={`replay-${id}`} className="font-medium">
          {describeOutcomes(outcomes) || `0 of ${digits(requests)}`}
          {status === 'running' && done > 0 && ` of ${count(requests, 'request')}`}
        </p>
        <p className="text-fg-muted text-sm">
          <bdi>{createdByName}</bdi>, <RelativeTime at={createdAt} />
          {endedByName && (
            <>
              , {undone ? 'undone' : 'cancelled'} by <bdi>{endedByName}</bdi>
            </>
          )}
        </p>
        {done > 0 && (
          <details
            open={isOpen}
            onToggle={(event) => setOpen(event.currentTarget.open)}
            className="mt-1"
          >
            <summary className="w-fit cursor-pointer rounded-sm py-1 text-primary-text coarse:py-3">
              Each request
            </summary>
            {isOpen && <Results replay={replay} />}
          </details>
        )}
      </div>
    </Section>
  );
}

/** Cancelling and undoing. */
function Actions({
  groupId,
  replay: { id, status, outcomes, canBeUndone },
}: Omit<ReplayProps, 'isNewest'>) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: trpc.replays.list.queryKey({ groupId }) });
  const cancel = useMutation(trpc.replays.cancel.mutationOptions({ onSettled: refresh }));
  const undo = useMutation(
    trpc.replays.undo.mutationOptions({
      onSettled: () => {
        setAsking(false);
        return refresh();
      },
    }),
  );
  const { created = 0, filled = 0 } = outcomes;
  const error = cancel.error ?? undo.error;

  return (
    <span className="flex items-center gap-2">
      <FormError>{error && readFailure(error).message}</FormError>
      {status === 'running' && (
        <Button size="sm" pending={cancel.isPending} onClick={() => cancel.mutate({ id })}>
          Cancel
        </Button>
      )}
      {canBeUndone && created + filled > 0 && (
        <Button size="sm" onClick={() => setAsking(true)}>
          Undo
        </Button>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={
          created > 0
            ? `Remove ${count(created, 'lead')}?`
            : `Empty ${count(filled, 'lead')} again?`
        }
        description="What members have worked on since stays. The requests stay in the log."
        confirmLabel="Undo"
        pending={undo.isPending}
        onConfirm={() => undo.mutate({ id })}
      />
    </span>
  );
}

function Results({ replay }: { replay: ReplayView }) {
  const list = useInfiniteQuery(
    useTRPC().replays.results.infiniteQueryOptions(
      { id: replay.id },
      {
        getNextPageParam: (page) => page.nextCursor,
        refetchInterval: ({ state }) =>
          isOpenReplay(replay) && state.data?.pages.length === 1 ? 1_000 : false,
      },
    ),
  );
  if (list.isPending) {
    return (
      <Loading label="Loading the results" className="mt-2 grid gap-2">
        <Skeleton className="h-5 w-72" />
        <Skeleton className="h-5 w-64" />
      </Loading>
    );
  }
  if (!list.data) {
    return <QueryFailure headingLevel={3} query={list} title="The results could not be loaded" />;
  }
  return (
    <>
      <ul aria-label="Each request" className="mt-2 grid gap-2">
        {list.data.pages
          .flatMap((page) => page.items)
          .map((result) => (
            <Result key={result.entryId} result={result} />
          ))}
      </ul>
      <MorePages list={list} />
    </>
  );
}

function Result({ result: { entryId, outcome, message, lead } }: { result: ReplayResult }) {
  const { company } = useSession();
  const text = outcome === 'filled' ? labelFields(message.split(', ')) : message;

  return (
    <li className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 [overflow-wrap:anywhere]">
      <Badge tone={outcomeTones[outcome]}>{outcomeLabels[outcome]}</Badge>
      {lead && (
        <Link
          href={`/${company.slug}/leads/${lead.id}`}
          prefetch={false}
          className="text-primary-text underline underline-offset-2"
        >
          <bdi>{lead.name}</bdi>
        </Link>
      )}
      {text && <bdi>{text}</bdi>}
      <Link
        href={`/${company.slug}/intake-log/${entryId}`}
        prefetch={false}
        className="text-fg-muted text-sm hover:underline"
      >
        Request
      </Link>
    </li>
  );
}
