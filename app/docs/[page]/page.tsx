import { getTableOfContents } from 'fumadocs-core/content/toc';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { HydrationMark } from '#app/_ui/hydration-mark.tsx';
import { fill, howToSeeStepIds, type Reader } from '#app/features/docs/content/blocks.ts';
import { findPage, slugs } from '#app/features/docs/content/pages.ts';
import { Contents } from '#app/features/docs/contents.tsx';
import { LeadTester } from '#app/features/docs/lead-tester.tsx';
import { Markdown } from '#app/features/docs/markdown.tsx';
import { StepIds } from '#app/features/docs/reader.tsx';
import { getReader } from '#app/features/docs/server.ts';

interface Props {
  params: Promise<{ page: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = findPage((await params).page);
  if (!page) notFound();

  return { title: page.title, description: page.description };
}

export default async function DocsPage({ params }: Props) {
  const page = findPage((await params).page);
  if (!page) notFound();

  const reader = await getReader();
  return (
    <div className="gap-10 xl:grid xl:grid-cols-[minmax(0,1fr)_200px]">
      <article className="min-w-0 max-w-3xl">
        <Text reader={reader}>{page.text}</Text>
        {page.slug === 'attribution' && <LeadTester />}
        <Neighbours slug={page.slug} />
      </article>
      <Contents slug={page.slug} items={getTableOfContents(fill(page.text, reader))} />
      <HydrationMark />
    </div>
  );
}

/** The text of a page, with the steps of the reader in their place. */
function Text({ reader, children }: { reader: Reader; children: string }) {
  const [text = '', rest] = children.split('{{step_ids}}');
  return (
    <>
      <Markdown>{fill(text, reader)}</Markdown>
      {rest !== undefined && (
        <>
          <StepIds signIn={<Markdown>{howToSeeStepIds}</Markdown>} />
          <Markdown>{fill(rest, reader)}</Markdown>
        </>
      )}
    </>
  );
}

/** The pages before and after this one. */
function Neighbours({ slug }: { slug: string }) {
  const index = slugs.indexOf(slug);
  const [before, after] = [slugs[index - 1], slugs[index + 1]].map((each) => findPage(each ?? ''));

  return (
    <nav
      aria-label="Neighbouring pages"
      className="mt-12 flex justify-between gap-4 border-border border-t pt-4 font-medium text-primary-text"
    >
      {before ? (
        <a href={`/docs/${before.slug}`} rel="prev" className="hover:underline">
          ← {before.title}
        </a>
      ) : (
        <span />
      )}
      {after && (
        <a href={`/docs/${after.slug}`} rel="next" className="text-right hover:underline">
          {after.title} →
        </a>
      )}
    </nav>
  );
}
