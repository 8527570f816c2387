'use client';

import { useEffect } from 'react';

/** The id that Next gives a server error, also in the log. */
function digestOf(error: unknown): string | undefined {
  const has = typeof error === 'object' && error !== null && 'digest' in error;

  return has && typeof error.digest === 'string' ? error.digest : undefined;
}

/** Every page loads this more than once, so it imports almost nothing, not even the button. */
export function FailedPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = digestOf(error);

  /* Like `HydrationMark`, without importing it. */
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);

  return (
    <div role="alert" className="rounded-md border border-border bg-surface p-5">
      <h1 className="font-semibold text-lg">This page could not be loaded</h1>
      <p className="mt-1 text-fg-muted">
        An error occurred while the page was rendered. Try again.
      </p>
      {digest && (
        <p className="mt-2 text-fg-muted text-sm">
          Error ID <code className="select-all font-mono text-fg">{digest}</code>
        </p>
      )}
      <button
        type="button"
        onClick={retry}
        className="mt-4 h-control rounded-sm border border-border-strong/60 px-3 font-medium hover:border-border-strong hover:bg-surface-2"
      >
        Retry
      </button>
    </div>
  );
}
