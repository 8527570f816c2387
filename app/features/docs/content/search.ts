import { remarkGfm, structure } from 'fumadocs-core/mdx-plugins';
import { initAdvancedSearch } from 'fumadocs-core/search/server';
import { fill, type Reader } from './blocks.ts';
import { listPages } from './pages.ts';

/** A search is for words, which are the same for every reader. */
const anyone: Reader = {
  origin: 'https://crm.example.com',
  host: 'crm.example.com',
  application: 'CRM',
};

/** What the browser searches. */
export function exportIndex() {
  const pages = listPages().flatMap(({ pages: listed }) => listed);
  const indexes = pages.map(({ slug, title, description, text }) => ({
    id: slug,
    url: `/docs/${slug}`,
    title,
    description,
    structuredData: structure(fill(text, anyone), [remarkGfm]),
  }));
  return initAdvancedSearch({ indexes }).export();
}
