import { Search } from 'lucide-react';
import Form from 'next/form';
import { cn } from '#app/_ui/cn.ts';

interface SearchFieldProps {
  label: string;
  query?: string;
  className?: string;
}

/** Leads to the page of results, also without scripts. */
export function SearchField({ label, query, className }: SearchFieldProps) {
  return (
    <Form
      action="/docs/search"
      role="search"
      aria-label={label}
      className={cn('relative', className)}
    >
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
    </Form>
  );
}
