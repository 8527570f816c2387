'use client';

import { Menu, Search } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { cn } from '#app/_ui/cn.ts';

interface Group {
  title: string;
  /** Of a folded group, only the first page is shown to readers of other groups. */
  isFolded: boolean;
  pages: readonly { title: string; path: string }[];
}

interface DocsNavProps {
  groups: readonly Group[];
}

const shownPages = ({ isFolded, pages }: Group, pathname: string) =>
  isFolded && pages.every(({ path }) => path !== pathname) ? pages.slice(0, 1) : pages;

/** Beside the page from 1024 px; below that behind "All pages", which a navigation closes. */
export function DocsNav({ groups }: DocsNavProps) {
  const pathname = usePathname();
  const lists = (
    <nav aria-label="Documentation" className="grid gap-5 px-4 py-6">
      {groups.map((group) => (
        <div key={group.title} className="grid gap-1">
          <p className="px-2 font-medium text-fg-subtle text-xs">{group.title}</p>
          <ul className="grid gap-0.5">
            {shownPages(group, pathname).map((page) => (
              <li key={page.path}>
                <a
                  href={page.path}
                  aria-current={page.path === pathname ? 'page' : undefined}
                  className="flex min-h-7 items-center rounded-sm px-2 py-1 text-fg-muted hover:bg-surface-2 hover:text-fg aria-[current]:bg-surface-2 aria-[current]:font-medium aria-[current]:text-fg coarse:min-h-11"
                >
                  {page.title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );

  return (
    <>
      <details key={pathname} className="border-border border-b bg-surface lg:hidden">
        <summary className="flex h-control list-none items-center gap-2 px-4 font-medium text-fg-muted sm:px-6">
          <Menu aria-hidden className="size-4" />
          All pages
        </summary>
        {lists}
      </details>
      <div className="sticky top-13 hidden h-[calc(100dvh-52px)] overflow-y-auto border-border border-r lg:block">
        {lists}
      </div>
    </>
  );
}

interface SearchFieldProps {
  label: string;
  query?: string;
  className?: string;
}

/** Leads to the page of results. */
export function SearchField({ label, query, className }: SearchFieldProps) {
  return (
    <search aria-label={label} className={cn('relative', className)}>
      <form action="/docs/search">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-fg-subtle"
        />
        <input
          type="search"
          name="q"
          required
          maxLength={100}
          defaultValue={query}
          aria-label={label}
          placeholder="Search"
          className="h-control w-full rounded-sm border border-border-strong bg-bg pr-2 pl-8 placeholder:text-fg-subtle"
        />
      </form>
    </search>
  );
}
