'use client';

import { useDraft, useStoredDraft } from '#app/_trpc/use-draft.ts';

const nameOf = (apiKeyId: string) => `pasted.${apiKeyId}`;

/** The body that was pasted on Integrate for a key, to map its fields. */
export const usePastedBody = (apiKeyId: string) => useDraft<string>(nameOf(apiKeyId));

/** The same, for components that do not show it. */
export const useStoredPastedBody = (apiKeyId: string) => useStoredDraft<string>(nameOf(apiKeyId));
