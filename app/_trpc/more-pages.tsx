'use client';

import { useCallback } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { readFailure } from './failure.ts';

interface MorePagesProps {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
}

/** Reads the next page when the end comes near; the button is there for everybody else. */
export function MorePages({ list }: MorePagesProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const idle = !isFetchingNextPage && !isFetchNextPageError;
  const watch = useCallback(
    (element: HTMLDivElement) => {
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (entry?.isIntersecting && idle) fetchNextPage();
        },
        { rootMargin: '300px' },
      );
      observer.observe(element);

      return () => observer.disconnect();
    },
    [idle, fetchNextPage],
  );

  if (!hasNextPage) return null;

  return (
    <div ref={watch} className="mt-4 flex flex-wrap items-center justify-center gap-3">
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
