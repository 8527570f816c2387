import type { Metadata } from 'next';
import Link from 'next/link';
import { HydrationMark } from '#app/_ui/hydration-mark.tsx';
import { searchPages } from '../_content/search.ts';
import { SearchField } from '../_parts/search-field.tsx';

export const metadata: Metadata = { title: 'Search', robots: { index: false } };

interface Props {
  searchParams: Promise<{ q?: string | string[] }>;
}

export default async function DocsSearch({ searchParams }: Props) {
  const { q } = await searchParams;
  const query = [q ?? ''].flat().join(' ').trim().slice(0, 100);
  const results = query === '' ? [] : await searchPages(query);

  return (
    <div className="max-w-3xl">
      <h1 id="page-title" className="font-semibold text-xl">
        {query === '' ? 'Search' : `Results for “${query}”`}
      </h1>
      {results.length === 0 ? (
        <NothingFound query={query} />
      ) : (
        <ul className="mt-4 grid gap-0.5">
          {results.map(({ id, url, type, content }) => (
            <li key={id} className={type === 'page' ? 'mt-4' : 'ml-4'}>
              <Link
                href={url}
                prefetch={false}
                className={
                  type === 'page'
                    ? 'font-medium text-primary-text hover:underline'
                    : 'line-clamp-2 text-fg-muted text-sm hover:text-fg'
                }
              >
                <Marked>{content}</Marked>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <HydrationMark />
    </div>
  );
}

function NothingFound({ query }: { query: string }) {
  return (
    <div className="mt-4 grid max-w-md gap-3">
      {query !== '' && <p className="text-fg-muted">No page holds these words. Try others.</p>}
      <SearchField label="Other words" query={query} />
    </div>
  );
}

/** Text with the found words between `<mark>` and `</mark>`. */
function Marked({ children }: { children: string }) {
  return children
    .replaceAll(/[`*]/g, '')
    .split(/<mark>(.*?)<\/mark>/)
    .map((part, index) =>
      index % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never move
        <mark key={index} className="bg-warning-soft text-fg">
          {part}
        </mark>
      ) : (
        part
      ),
    );
}
