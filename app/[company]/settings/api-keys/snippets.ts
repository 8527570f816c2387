'use client';

import { useSyncExternalStore } from 'react';

export interface SnippetInput {
  /** With scheme and `/api`. */
  baseUrl: string;
  stepId: string;
  secret: string;
}

/** A command for any POSIX shell. */
export function curlSnippet({ baseUrl, stepId, secret }: SnippetInput): string {
  const body = '{"name": "Ada Lovelace", "phones": ["+44 20 7946 0958"]}';

  return [
    `curl '${baseUrl}/leads/public/${stepId}' \\`,
    `  -H 'X-API-Key: ${secret}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');
}

const never = () => () => {};

/** Scheme and host of the page; empty on the server. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => location.origin,
    () => '',
  );
}
