'use client';

import { CircleAlert, RotateCw } from 'lucide-react';
import { useCallback } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { readFailure } from './failure.ts';
import { watchEnd } from './watch-end.ts';

interface ErrorStateProps {
  title: string;
  /** The cause, for users. */
  cause: string;
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** 1 if the page has no other heading, 3 inside of a part. */
  headingLevel?: 1 | 2 | 3;
}

function ErrorState(props: ErrorStateProps) {
  const Heading = `h${props.headingLevel ?? 2}` as const;

  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-md border border-border bg-surface p-5 sm:flex-row"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0 grow">
        <Heading className="font-semibold text-base">{props.title}</Heading>
        <p className="mt-1 text-fg-muted">{props.cause}</p>
        {props.requestId && (
          <p className="mt-2 flex flex-wrap items-center gap-x-2 text-fg-muted text-sm">
            Request ID <code className="break-all font-mono text-xs">{props.requestId}</code>
            <CopyButton
              value={props.requestId}
              label="Copy request ID"
              iconOnly
              size="sm"
              variant="ghost"
            />
          </p>
        )}
      </div>
      {props.onRetry && (
        <Button onClick={props.onRetry} pending={props.retrying}>
          {!props.retrying && <RotateCw aria-hidden />}
          Retry
        </Button>
      )}
    </div>
  );
}

interface QueryFailureProps {
  /** A failed query without data. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  title: string;
  /** 1 if the page has no other heading, 3 inside of a part. */
  headingLevel?: 1 | 2 | 3;
}

/** Shown instead of data that could not be loaded: the cause and a retry button. */
export function QueryFailure({ query, title, headingLevel = 2 }: QueryFailureProps) {
  const { message, requestId } = readFailure(query.error);

  return (
    <ErrorState
      headingLevel={headingLevel}
      title={title}
      cause={message}
      requestId={requestId}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

interface MorePagesProps {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => Promise<{ isFetchNextPageError: boolean }>;
  };
}

/** Fetches the next page near the end of the list; the button is for keyboards and retries. */
export function MorePages({ list }: MorePagesProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const observe = useCallback(
    (end: HTMLDivElement) => (isFetchNextPageError ? undefined : watchEnd(end, fetchNextPage)),
    [isFetchNextPageError, fetchNextPage],
  );

  if (!hasNextPage) return null;

  return (
    <div ref={observe} className="mt-4 flex flex-wrap items-center justify-center gap-3">
      {isFetchNextPageError && (
        <p role="alert" className="text-danger text-sm">
          {readFailure(list.error).message}
        </p>
      )}
      <Button pending={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {isFetchNextPageError ? 'Retry' : 'Show more'}
      </Button>
    </div>
  );
}
