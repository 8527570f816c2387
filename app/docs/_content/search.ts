import { remarkGfm, structure } from 'fumadocs-core/mdx-plugins';
import { initAdvancedSearch, type SearchServer } from 'fumadocs-core/search/server';
import { fill, type Reader } from './blocks.ts';
import { listPages } from './pages.ts';

/** A search is for words, which are the same for every reader. */
const anyone: Reader = {
  origin: 'https://crm.example.com',
  host: 'crm.example.com',
  application: 'CRM',
  stepId: 'YOUR_STEP_ID',
  steps: [],
};

let server: SearchServer | undefined;

function openIndex(): SearchServer {
  const pages = listPages().flatMap(({ pages: listed }) => listed);
  const indexes = pages.map(({ slug, title, description, text }) => ({
    id: slug,
    url: `/docs/${slug}`,
    title,
    description,
    structuredData: structure(fill(text, anyone), [remarkGfm]),
  }));
  return initAdvancedSearch({ indexes });
}

/** A cell of a table says nothing alone. */
const minWords = 3;

/** Finds pages and, below each, its headings and sentences that hold the words. */
export async function searchPages(query: string) {
  server ??= openIndex();
  const found = await server.search(query, { limit: 60 });
  return found.filter(
    ({ type, content }) => type !== 'text' || content.split(/\s+/).length >= minWords,
  );
}
