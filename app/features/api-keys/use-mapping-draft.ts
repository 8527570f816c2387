'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import type { FieldRule } from '#db/values/field-mapping.ts';
import type { KeyMappingView } from '#server/panel-api/schemas/api-keys.ts';
import { withProposed } from './mapping-rows.ts';
import type { EnteredOrigin } from './mapping-sections.tsx';

export interface MappingDraft {
  /** That was changed. */
  version: number;
  rules: FieldRule[];
  comesFrom: EnteredOrigin;
}

export const noOrigin: EnteredOrigin = { source: '', medium: '', channel: '' };

const isEntered = (text: string) => text.trim() !== '';
export const isWhole = (origin: EnteredOrigin) => Object.values(origin).every(isEntered);

const originOf = ({ comesFrom }: MappingDraft) =>
  Object.values(comesFrom).some(isEntered) ? comesFrom : null;

const draftOf = ({ version, rules, comesFrom }: KeyMappingView): MappingDraft => ({
  version,
  rules,
  comesFrom: comesFrom ?? noOrigin,
});

const isSame = (one: MappingDraft, other: MappingDraft) =>
  JSON.stringify({ ...one, version: 0 }) === JSON.stringify({ ...other, version: 0 });

/**
 * The mapping of a key as it is edited: what was entered and not saved, or else what is proposed until
 * it is saved or discarded, or else what is saved.
 */
export function useMappingDraft(
  apiKeyId: string,
  mapping: KeyMappingView,
  proposed: readonly FieldRule[],
) {
  const [stored, setStored, drafts] = useDraft<MappingDraft>(`mapping.${apiKeyId}`);
  const [isReviewed, setReviewed] = useState(false);
  const announce = useAnnounce();
  const saved = draftOf(mapping);
  const proposal = { ...saved, rules: withProposed(saved.rules, isReviewed ? [] : proposed) };
  const draft = stored ?? proposal;
  const mutation = useSave(apiKeyId);

  const start = (onSaved?: () => void) =>
    mutation.mutate(
      { id: apiKeyId, version: draft.version, rules: draft.rules, comesFrom: originOf(draft) },
      {
        onSuccess: ({ version }) => {
          announce('Saved. The next request is read so');
          setReviewed(true);
          const typed = drafts.removeSaved(draft) ? undefined : drafts.read();
          if (typed) drafts.write({ ...typed, version });
          onSaved?.();
        },
      },
    );

  return {
    draft,
    isChanged: !isSame(draft, saved),
    isProposed: !stored && !isSame(draft, saved),
    change: (next: Partial<MappingDraft>) => setStored({ ...draft, ...next }),
    discard() {
      setReviewed(true);
      setStored(undefined);
    },
    save: {
      start,
      isPending: mutation.isPending,
      isSuccess: mutation.isSuccess,
      failure: mutation.error ? failureText(mutation.error) : undefined,
    },
  };
}

/** What is wrong with the rules or the source, or else why nothing was saved. */
function failureText(error: unknown): string {
  const { message, issues } = readFailure(error);
  return [...new Set(issues.map((issue) => issue.message))].join('. ') || message;
}

/** What was saved is shown before its draft is removed: nothing flashes. */
function useSave(apiKeyId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = trpc.apiKeys.mapping.queryKey({ id: apiKeyId });

  return useMutation(
    trpc.apiKeys.saveMapping.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(queryKey, saved);
        /* Also ends a request from before this change, whose answer would show the old mapping. */
        queryClient.invalidateQueries({ queryKey });
        queryClient.invalidateQueries(trpc.apiKeys.ignoredFields.queryFilter({ id: apiKeyId }));
      },
      onError: () => queryClient.invalidateQueries({ queryKey }),
    }),
  );
}
