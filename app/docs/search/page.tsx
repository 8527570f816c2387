import type { Metadata } from 'next';
import { HydrationMark } from '#app/_ui/hydration-mark.tsx';
import { SearchResults } from '#app/features/docs/search-results.tsx';

export const metadata: Metadata = { title: 'Search', robots: { index: false } };

export default function DocsSearch() {
  return (
    <div className="max-w-3xl">
      <SearchResults />
      <noscript>
        <p className="mt-4">
          The search needs JavaScript. <a href="/llms.txt">This list</a> names every page.
        </p>
      </noscript>
      <HydrationMark />
    </div>
  );
}
