import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Mark } from '#app/_ui/mark.tsx';
import { SkipLink } from '#app/_ui/skip-link.tsx';
import { listPages } from '#app/features/docs/content/pages.ts';
import { DocsNav, SearchField } from '#app/features/docs/docs-nav.tsx';
import { PanelLink, ReaderProvider } from '#app/features/docs/reader.tsx';
import { getReader } from '#app/features/docs/server.ts';

export const metadata: Metadata = { robots: { index: true, follow: true } };

const nav = () => [
  ...listPages().map(({ title, isFolded, pages }) => ({
    title,
    isFolded,
    pages: pages.map(({ slug, shortTitle }) => ({ title: shortTitle, path: `/docs/${slug}` })),
  })),
  {
    title: 'Reference',
    isFolded: false,
    pages: [{ title: 'API reference', path: '/docs/reference' }],
  },
];

/** The documentation: public, with the name and the addresses of the application that is called. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const { application } = await getReader();
  const groups = nav();

  return (
    <ReaderProvider>
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <header className="sticky top-0 z-30 flex h-13 shrink-0 items-center gap-2 border-border border-b bg-surface px-4 sm:gap-4 sm:px-6">
          <a href="/docs" className="flex min-w-0 items-center gap-2 font-semibold">
            <Mark />
            <span className="truncate">{application}</span>
            <span className="shrink-0 font-normal text-fg-muted max-sm:hidden">API</span>
          </a>
          <SearchField
            label="Search the documentation"
            className="ml-auto w-full max-w-32 sm:max-w-56"
          />
          <PanelLink />
        </header>
        <div className="mx-auto w-full max-w-7xl grow lg:grid lg:grid-cols-[240px_minmax(0,1fr)]">
          <DocsNav groups={groups} />
          <main
            id="main"
            tabIndex={-1}
            aria-labelledby="page-title"
            className="min-w-0 px-4 py-6 outline-none sm:px-6 lg:px-10 lg:py-8"
          >
            {children}
          </main>
        </div>
      </div>
    </ReaderProvider>
  );
}
