'use client';

import { ErrorState } from '../_ui/error-state.tsx';
import { readFailure } from './failure.ts';

interface QueryFailureProps {
  /** Has failed, and has nothing to show from before. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  title: string;
  /** The page has no other heading. */
  headingLevel?: 1 | 2;
}

/** In place of what could not be loaded: why, and another try. */
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
