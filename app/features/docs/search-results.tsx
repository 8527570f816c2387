'use client';

import type { SortedResult } from 'fumadocs-core/search';
import { useEffect, useState } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { SearchField } from './docs-nav.tsx';

/** A title's room. */
const maxQueryLength = 100;

/** What the address asks for. */
const readQuery = () =>
  (new URLSearchParams(location.search).get('q') ?? '').trim().slice(0, maxQueryLength);

interface Search {
  query: string;
  /** Absent while the index loads. */
  results?: Found[] | 'failed';
}

/** Searches in the browser for what the address asks: the page is the same for all readers. */
export function SearchResults() {
  const [search, setSearch] = useState<Search>();

  useEffect(() => {
    const query = readQuery();
    setSearch(query === '' ? { query, results: [] } : { query });
    if (query === '') return;

    let isCurrent = true;
    const show = (results: Found[] | 'failed') => isCurrent && setSearch({ query, results });
    findPages(query).then(show, () => show('failed'));
    return () => {
      isCurrent = false;
    };
  }, []);

  const { query = '', results } = search ?? {};
  return (
    <>
      <h1 id="page-title" className="font-semibold text-xl">
        {query === '' ? 'Search' : `Results for “${query}”`}
      </h1>
      <Outcome query={query} results={results} />
    </>
  );
}

function Outcome({ query, results }: { query: string; results: Search['results'] }) {
  if (results === undefined) {
    return (
      <p role="status" className="mt-4 animate-appear-late text-fg-muted">
        Searching…
      </p>
    );
  }
  if (results === 'failed') {
    return (
      <div role="alert" className="mt-4 grid justify-items-start gap-3">
        <p>The search could not be loaded. Check your connection and try again.</p>
        <Button onClick={() => location.reload()}>Try again</Button>
      </div>
    );
  }
  if (results.length === 0) return <NothingFound query={query} />;

  return (
    <ul className="mt-4 grid gap-0.5">
      {results.map(({ id, url, type, content }) => (
        <li key={id} className={type === 'page' ? 'mt-4' : 'ml-4'}>
          <a
            href={url}
            className={
              type === 'page'
                ? 'font-medium text-primary-text hover:underline'
                : 'line-clamp-2 text-fg-muted text-sm hover:text-fg'
            }
          >
            <Marked>{content}</Marked>
          </a>
        </li>
      ))}
    </ul>
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

type Found = SortedResult;

/** A cell of a table says nothing alone. */
const minWords = 3;
const mostResults = 60;

/**
 * Finds pages and, below each, its headings and sentences that hold the words. Loads the index once.
 *
 * @param from where the index is
 */
export async function findPages(query: string, from = '/docs/search.json'): Promise<Found[]> {
  const { staticClient } = await import('fumadocs-core/search/client/orama-static');
  const client = staticClient({ from, search: { limit: mostResults } });
  const found = await client.search(query);
  return found.filter(
    ({ type, content }) => type !== 'text' || content.split(/\s+/).length >= minWords,
  );
}
