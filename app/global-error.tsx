'use client';

import { useEffect } from 'react';
import './globals.css';
import { FailedPage } from '#app/_ui/failed-page.tsx';

/**
 * For an error outside of a company and of the root layout itself, which this replaces, so it renders
 * the whole document. No `app/error.tsx`: every page would load the same code once more.
 */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  /* As `next-themes` in the root layout. */
  useEffect(() => {
    const theme = localStorage.getItem('theme') ?? 'system';
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    if (theme === 'dark' || (theme === 'system' && isDark)) {
      document.documentElement.classList.add('dark');
    }
  }, []);

  return (
    <html lang="en">
      <head>
        <title>This page could not be loaded</title>
      </head>
      <body>
        <main className="mx-auto grid min-h-dvh max-w-2xl content-center px-4 py-10">
          <FailedPage error={error} retry={retry} />
        </main>
      </body>
    </html>
  );
}
