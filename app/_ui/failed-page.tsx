'use client';

import { z } from 'zod';
import { ErrorState } from './error-state.tsx';

/** Next's name for an error of the server; the log has the same. */
const withDigest = z.object({ digest: z.string() });

export function FailedPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <ErrorState
      headingLevel={1}
      title="This page could not be shown"
      cause="Something went wrong while it was prepared. Trying again often helps."
      requestId={withDigest.safeParse(error).data?.digest}
      onRetry={retry}
    />
  );
}
