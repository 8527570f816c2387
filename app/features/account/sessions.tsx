'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Button } from '#app/_ui/button.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { count } from '#app/_ui/format.ts';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import type { SessionOfUser } from '#server/panel-api/schemas/account.ts';

interface SessionsProps {
  /** The result of ending all others. */
  done: string | undefined;
  onEndOthers: () => void;
  /** Called when another change begins. */
  onChange: () => void;
}

/** The browsers in which the user is signed in. */
export function Sessions({ done, onEndOthers, onChange }: SessionsProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const sessions = useQuery(trpc.account.listSessions.queryOptions());
  const refresh = () => queryClient.invalidateQueries(trpc.account.listSessions.queryFilter());
  const end = useMutation(
    trpc.account.endSession.mutationOptions({
      onMutate: onChange,
      onSuccess: () => announce('Session ended'),
      /* Also after a failure: the session may have ended elsewhere. */
      onSettled: refresh,
    }),
  );

  if (sessions.isPending) return <SessionsLoading />;
  if (!sessions.data) {
    return <QueryFailure query={sessions} title="Your sessions could not be loaded" />;
  }

  const others = sessions.data.length - 1;
  return (
    <Section
      title="Sessions"
      done={done}
      actions={others > 1 && <Button onClick={onEndOthers}>End all others</Button>}
      list={
        <div className="grid w-full gap-3">
          <FormError>{end.isError && readFailure(end.error).message}</FormError>
          <ul aria-label="Sessions" className="divide-y divide-border border-border border-t">
            {sessions.data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                pending={end.isPending && end.variables.id === session.id}
                onEnd={() => !end.isPending && end.mutate({ id: session.id })}
              />
            ))}
          </ul>
        </div>
      }
    >
      {others === 0
        ? 'Only this browser is signed in.'
        : `${count(others, 'other session')}. End each one that you do not know, and change your password.`}
    </Section>
  );
}

interface SessionRowProps {
  session: SessionOfUser;
  pending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, pending, onEnd }: SessionRowProps) {
  const { id, browser, address, signedInAt, lastSeenAt, isCurrent } = session;

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-3 last:pb-0">
      <div className="grid min-w-0 gap-0.5">
        <p id={`session-${id}`} className="flex flex-wrap items-center gap-2 font-medium">
          {browser}
          {isCurrent && <Badge tone="success">This browser</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-fg-muted text-sm">
          <span className="tabular break-all">{address}</span>
          <span>
            Signed in <RelativeTime at={signedInAt} />
          </span>
          {!isCurrent && (
            <span>
              Last seen <RelativeTime at={lastSeenAt} />
            </span>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" pending={pending} onClick={onEnd} aria-describedby={`session-${id}`}>
          End session
        </Button>
      )}
    </li>
  );
}

function SessionsLoading() {
  return (
    <Loading label="Loading your sessions">
      <Skeleton className="h-40 rounded-md" />
    </Loading>
  );
}

interface SectionProps {
  title: string;
  badge?: ReactNode;
  /** The result of the last change. */
  done: string | undefined;
  actions: ReactNode;
  /** Below, in full width. */
  list?: ReactNode;
  children: ReactNode;
}

/** A card of the account page. */
export function Section({ title, badge, done, actions, list, children }: SectionProps) {
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-md border border-border bg-surface px-4 py-4"
    >
      <div className="grid min-w-0 max-w-prose gap-1">
        <h2 className="flex items-center gap-2 font-semibold text-lg">
          {title}
          {badge}
        </h2>
        <p className="text-fg-muted">{children}</p>
        {done && <p className="text-success">{done}</p>}
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
      {list}
    </section>
  );
}
