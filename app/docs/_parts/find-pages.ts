import type { SortedResult } from 'fumadocs-core/search';

export type Found = SortedResult;

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
