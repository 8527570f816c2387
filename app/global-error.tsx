'use client';

import './globals.css';
import { FailedPage } from '#app/_ui/failed-page.tsx';

/** Replaces the root layout when it fails, so it renders the whole document. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
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
