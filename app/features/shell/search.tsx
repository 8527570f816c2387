'use client';

import { Search as SearchIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { tinykeys } from 'tinykeys';
import { late, usePreload } from '#app/_ui/late.tsx';
import { openDialog, useShortcuts } from '#app/_ui/use-shortcuts.ts';

const SearchDialog = late(async () => (await import('./search-dialog.tsx')).SearchDialog);

/** Opens the search over all leads of the company, which also runs commands. */
export function Search({ company }: { company: string }) {
  /** Undefined until it was opened. */
  const [open, setOpen] = useState<boolean>();

  usePreload(SearchDialog);
  useShortcuts(null, { '/': () => setOpen(true) });
  useEffect(() => {
    function openOnKey(event: KeyboardEvent) {
      if (document.querySelector(openDialog)) return;
      event.preventDefault();
      setOpen(true);
    }
    return tinykeys(window, { '$mod+k': openOnKey }, { ignore: () => false });
  }, []);

  return (
    <>
      <button
        type="button"
        aria-label="Search all leads"
        aria-haspopup="dialog"
        aria-expanded={open ?? false}
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="flex size-control shrink-0 items-center justify-center gap-2 rounded-sm text-fg-muted hover:bg-surface-2 hover:text-fg md:w-56 md:justify-start md:border md:border-border-strong md:px-2.5"
      >
        <SearchIcon aria-hidden className="size-4 shrink-0" />
        <span aria-hidden className="hidden grow text-left md:block">
          Search all leads
        </span>
        <kbd
          aria-hidden
          className="hidden rounded-sm border border-border bg-surface-2 px-1.5 font-mono text-xs md:pointer-fine:block"
        >
          /
        </kbd>
      </button>
      {open !== undefined && <SearchDialog company={company} open={open} onOpenChange={setOpen} />}
    </>
  );
}
