import { Search } from 'lucide-react';
import { cn } from '#app/_ui/cn.ts';

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
