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
    fetchNextPage: () => Promise<{ isFetchNextPageError: boolean }>;
  };
}

/** Fetches the next page near the end of the list; the button is for keyboards and retries. */
export function MorePages({ list }: MorePagesProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const observe = useCallback(
    (element: HTMLDivElement) => {
      let isMounted = true;
      const observer = new IntersectionObserver(
        async ([entry]) => {
          if (!entry?.isIntersecting) return;

          observer.unobserve(element);
          const result = await fetchNextPage();
          /* Reports the element again, which may still be near, and which then did not move. */
          if (isMounted && !result.isFetchNextPageError) observer.observe(element);
        },
        { rootMargin: '300px' },
      );
      if (!isFetchNextPageError) observer.observe(element);

      return () => {
        isMounted = false;
        observer.disconnect();
      };
    },
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
