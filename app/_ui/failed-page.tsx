'use client';

import { useEffect } from 'react';

/** Next's name for an error of the server; the log has the same. */
function digestOf(error: unknown): string | undefined {
  const has = typeof error === 'object' && error !== null && 'digest' in error;

  return has && typeof error.digest === 'string' ? error.digest : undefined;
}

/** Every page loads it more than once, so it imports next to nothing, not even the look of a button. */
export function FailedPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = digestOf(error);

  /* As `HydrationMark` does, which would come along as often as this page. */
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);

  return (
    <div role="alert" className="rounded-md border border-border bg-surface p-5">
      <h1 className="font-semibold text-lg">This page could not be shown</h1>
      <p className="mt-1 text-fg-muted">
        Something went wrong while it was prepared. Trying again often helps.
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
