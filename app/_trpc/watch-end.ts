/**
 * Fetches the next page whenever the end of a list is near the window, until one fails.
 *
 * @param end an element below the list
 * @returns ends the watch
 */
export function watchEnd(
  end: Element,
  fetchNextPage: () => Promise<{ isFetchNextPageError: boolean }>,
): () => void {
  let isWatched = true;
  const observer = new IntersectionObserver(
    async (entries) => {
      // A busy page hears of several at once: that the end was far, and that it has come near.
      if (!entries.at(-1)?.isIntersecting) return;

      observer.unobserve(end);
      const { isFetchNextPageError } = await fetchNextPage();
      // Reports the end again, which may still be near, and which then did not move.
      if (isWatched && !isFetchNextPageError) observer.observe(end);
    },
    { rootMargin: '300px' },
  );
  observer.observe(end);

  return () => {
    isWatched = false;
    observer.disconnect();
  };
}
