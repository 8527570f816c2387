'use client';

import { FailedPage } from '#app/_ui/failed-page.tsx';

export default function RootError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-center px-4 py-10">
      <FailedPage error={error} retry={retry} />
    </main>
  );
}
