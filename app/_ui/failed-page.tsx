'use client';

import { useEffect } from 'react';

/** Milliseconds. */
const reloadInterval = 60_000;

/** The id that Next gives a server error, also in the log. */
function digestOf(error: unknown): string | undefined {
  const has = typeof error === 'object' && error !== null && 'digest' in error;

  return has && typeof error.digest === 'string' ? error.digest : undefined;
}

/** Also after an update: the scripts of the version before are gone. Only a page load gets others. */
const isScriptMissing = (error: unknown) =>
  error instanceof Error && error.name === 'ChunkLoadError';

/** False right after a reload, so that a script that is missing for good does not repeat it. */
function mayReload(): boolean {
  const isReload = performance
    .getEntriesByType('navigation')
    .some((load) => 'type' in load && load.type === 'reload');

  return !isReload || performance.now() > reloadInterval;
}

/** Only when the server answers: else the browser would show an error page of its own. */
const reload = () =>
  fetch(location.href, { method: 'HEAD' }).then(
    () => location.reload(),
    () => {},
  );

/** Every page loads this more than once, so it imports almost nothing, not even the button. */
export function FailedPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = digestOf(error);
  const needsReload = isScriptMissing(error);

  useEffect(() => {
    if (needsReload && mayReload()) reload();
  }, [needsReload]);

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
        onClick={needsReload ? reload : retry}
        className="mt-4 h-control rounded-sm border border-border-strong/60 px-3 font-medium hover:border-border-strong hover:bg-surface-2"
      >
        Retry
      </button>
    </div>
  );
}
