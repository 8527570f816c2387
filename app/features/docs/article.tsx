import { getTableOfContents } from 'fumadocs-core/content/toc';
import type { ReactNode } from 'react';
import { fill, howToSeeStepIds, type Reader } from './content/blocks.ts';
import { type DocsPage, findPage, slugs } from './content/pages.ts';
import { LeadTester } from './lead-tester.tsx';
import { Markdown } from './markdown.tsx';
import { FoundRequests, StepIds } from './reader.tsx';

/** A page of the documentation: its text, its neighbours and its sections. */
export function Article({ page, reader }: { page: DocsPage; reader: Reader }) {
  return (
    <div className="gap-10 xl:grid xl:grid-cols-[minmax(0,1fr)_200px]">
      <article className="min-w-0 max-w-3xl">
        {page.slug === 'errors' && <FoundRequests />}
        <Text reader={reader}>{page.text}</Text>
        {page.slug === 'attribution' && <LeadTester />}
        <Neighbours slug={page.slug} />
      </article>
      <Contents slug={page.slug} items={getTableOfContents(fill(page.text, reader))} />
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

interface ContentsProps {
  slug: string;
  items: readonly { title: ReactNode; url: string; depth: number }[];
}

/** The sections of a page, beside it from 1280 px. */
function Contents({ slug, items }: ContentsProps) {
  const sections = items.filter(({ depth }) => depth === 2);

  return (
    <aside className="mt-10 text-sm xl:sticky xl:top-20 xl:mt-0 xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto">
      {sections.length > 1 && (
        <nav aria-label="On this page" className="mb-4 hidden xl:block">
          <p className="mb-1 font-medium text-fg-subtle text-xs">On this page</p>
          <ul className="grid gap-0.5">
            {sections.map(({ title, url }) => (
              <li key={url}>
                <a href={url} className="block min-h-6 py-0.5 text-fg-muted hover:text-fg">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <a href={`/docs/${slug}.md`} className="text-fg-muted underline hover:text-fg">
        This page as Markdown
      </a>
    </aside>
  );
}
