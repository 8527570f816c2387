import type { ReactNode } from 'react';

interface ContentsProps {
  slug: string;
  items: readonly { title: ReactNode; url: string; depth: number }[];
}

/** The sections of a page, beside it from 1280 px. */
export function Contents({ slug, items }: ContentsProps) {
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
