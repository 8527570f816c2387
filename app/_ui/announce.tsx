'use client';

import { createContext, type ReactNode, use, useCallback, useState } from 'react';

type Announce = (message: string) => void;

const AnnounceContext = createContext<Announce>(() => {});

/** Says something to screen readers, politely. What it says must be visible too. */
export function useAnnounce(): Announce {
  return use(AnnounceContext);
}

/** Holds the one live region of the app. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', turn: 0 });
  const announce = useCallback(
    (text: string) => setSaid((before) => ({ text, turn: before.turn + 1 })),
    [],
  );

  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="status" aria-live="polite" className="sr-only">
        {/* A new element each time, or the same words twice are read once. */}
        <span key={said.turn}>{said.text}</span>
      </div>
    </AnnounceContext>
  );
}
