'use client';

import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { useConnection } from './connection.ts';
import { refusesToOpen } from './open-page.ts';
import { pageOf } from './page-of.ts';

const texts = {
  offline:
    'You are offline. This data was loaded earlier, and changes cannot be saved until you are online.',
  unreachable:
    'The server cannot be reached. This data was loaded earlier, and changes cannot be saved until it answers.',
};

function refuse(event: MouseEvent) {
  if (pageOf(event) && refusesToOpen()) event.preventDefault();
}

/** Shown while the server cannot be reached. Links then keep the current page. */
export function OfflineBanner() {
  const connection = useConnection();

  useEffect(() => {
    document.addEventListener('click', refuse, true);

    return () => document.removeEventListener('click', refuse, true);
  }, []);

  return (
    <div role="status" data-testid="connection" className="sticky top-13 z-20">
      {connection.state !== 'online' && (
        <p className="flex items-start justify-center gap-2 bg-warning-soft px-4 py-2 text-sm text-warning">
          <WifiOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{texts[connection.state]}</span>
        </p>
      )}
    </div>
  );
}
