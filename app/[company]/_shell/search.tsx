'use client';

import { Search as SearchIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LazyDialog, preloadOnHover } from '#app/_ui/lazy.tsx';

const dialog = {
  name: 'search',
  load: async () => (await import('./search-dialog.tsx')).SearchDialog,
};

const typingIn = 'input, textarea, select, [contenteditable], [role="menu"]';
const openDialog = '[role="dialog"], [role="alertdialog"]';

/** `/`, which means itself while someone types, or Ctrl K (⌘ K on a Mac). */
function isShortcut({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || document.querySelector(openDialog)) return false;
  if (key === '/' && !ctrlKey && !metaKey) {
    return !(target instanceof Element && target.closest(typingIn));
  }
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey;
}

/** Opens the search over all leads of the company. */
export function Search({ company }: { company: string }) {
  const [open, setOpen] = useState(false);

  useEffect(() => {
    function openOnShortcut(event: KeyboardEvent) {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setOpen(true);
    }
    document.addEventListener('keydown', openOnShortcut);

    return () => document.removeEventListener('keydown', openOnShortcut);
  }, []);

  return (
    <>
      <button
        {...preloadOnHover(dialog)}
        type="button"
        aria-label="Search all leads"
        aria-haspopup="dialog"
        aria-expanded={open}
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
      <LazyDialog dialog={dialog} open={open} onCancel={() => setOpen(false)}>
        {(SearchDialog) => <SearchDialog company={company} open={open} onOpenChange={setOpen} />}
      </LazyDialog>
    </>
  );
}
