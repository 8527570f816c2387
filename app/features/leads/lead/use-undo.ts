'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { showDone, showUndo } from '#app/_ui/toaster.tsx';
import { closeQuestion } from '#app/features/leads/ask-outcome.ts';
import { useRefreshLeads } from '#app/features/leads/use-change-leads.ts';
import type { ChangedLead } from '#server/panel-api/schemas/leads.ts';
import { useSaved } from './use-lead-work.ts';

/** Returns a function that says what was changed of a lead, and offers to take all of it back. */
export function useOfferUndo() {
  const undoing = useMutation(useTRPC().leads.undo.mutationOptions());
  const saved = useSaved();
  const refreshLeads = useRefreshLeads();

  async function takeBack(id: string, at: string): Promise<void> {
    try {
      const after = await undoing.mutateAsync({ id, at });
      closeQuestion(id);
      if (after) saved(after, 'Undone');
      else void refreshLeads();
    } catch (error) {
      showDone(`Not undone. ${readFailure(error).message}`);
      void refreshLeads();
    }
  }

  return (message: string, { id, changedAt }: Pick<ChangedLead, 'id' | 'changedAt'>) => {
    if (changedAt !== null) showUndo(message, () => void takeBack(id, changedAt));
  };
}
