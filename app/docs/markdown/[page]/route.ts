import { fill } from '#app/features/docs/content/blocks.ts';
import { findPage } from '#app/features/docs/content/pages.ts';
import { getReader } from '#app/features/docs/server.ts';

/** `[#anchor]` at the end of a heading is for the site. */
const headingAnchor = /^(#.*) \[#[\w-]+\]$/gm;

/** A page as Markdown, at `/docs/{page}.md`. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ page: string }> },
): Promise<Response> {
  const page = findPage((await params).page);
  const headers = { 'Content-Type': 'text/markdown; charset=utf-8' };
  if (!page) {
    return new Response('There is no such page. /llms.txt lists all.\n', { status: 404, headers });
  }
  const text = fill(page.text, await getReader()).replaceAll(headingAnchor, '$1');
  return new Response(text, { headers });
}
