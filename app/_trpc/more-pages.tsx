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

/** Fetches the next page near the end of the list; the button is for keyboards and retries. */
export function MorePages({ list }: MorePagesProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const idle = !isFetchingNextPage && !isFetchNextPageError;
  const observe = useCallback(
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
