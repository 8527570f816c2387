'use client';

import './scalar.css';
import { useCallback, useState } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { showReference } from './scalar.ts';

/** The browser keeps the policy of the page that it loaded; after a link, that is another page's. */
function hasOwnPolicy(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');

  return URL.parse(loaded?.name ?? '')?.pathname === window.location.pathname;
}

export function Reference() {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const show = useCallback((place: HTMLDivElement) => {
    if (!hasOwnPolicy()) return window.location.reload();

    const shown = showReference(place);
    shown.then(
      () => setState('shown'),
      () => setState('failed'),
    );
    return () => {
      shown.then((remove) => remove()).catch(() => {});
    };
  }, []);

  if (state === 'failed') {
    return (
      <div role="alert" className="mt-6 grid justify-items-start gap-3">
        <p>The reference could not be loaded. Check your connection and try again.</p>
        <Button onClick={() => setState('loading')}>Try again</Button>
      </div>
    );
  }

  return (
    <>
      {state === 'loading' && (
        <p role="status" className="mt-6 animate-appear-late text-fg-muted">
          Loading…
        </p>
      )}
      <div ref={show} />
    </>
  );
}
