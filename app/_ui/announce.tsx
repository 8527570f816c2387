'use client';

import { createContext, type ReactNode, use, useCallback, useState } from 'react';

type Announce = (message: string) => void;

const AnnounceContext = createContext<Announce>(() => {});

/** Announces a message to screen readers. The same information must be visible. */
export function useAnnounce(): Announce {
  return use(AnnounceContext);
}

/** Renders the only live region of the app. */
export function Announcer({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState({ text: '', key: 0 });
  const announce = useCallback(
    (text: string) => setMessage((before) => ({ text, key: before.key + 1 })),
    [],
  );

  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="status" aria-live="polite" className="sr-only">
        {/* A new element each time: repeated text is not announced otherwise. */}
        <span key={message.key}>{message.text}</span>
      </div>
    </AnnounceContext>
  );
}
