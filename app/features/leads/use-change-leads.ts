'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useLiveQueries } from '#app/_trpc/live-queries.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { count } from '#app/_ui/format.ts';
import { showRetry, showUndo } from '#app/_ui/toaster.tsx';
import { askOutcome, closeQuestion } from '#app/features/leads/ask-outcome.ts';
import type { LeadsChange, LeadsChanged } from '#server/panel-api/schemas/lead-list.ts';

/** Reads all lists of leads and boards again. Resolves when the open screens are current. */
export function useRefreshLeads() {
  const { refreshLists } = useLiveQueries();

  return () => refreshLists({ leads: 'all', steps: 'all' });
}

type Undo = NonNullable<LeadsChanged['undo']>;

const remark = (leads: number, what: string) =>
  leads > 0 ? `. ${count(leads, 'lead')} ${what}` : '';

/** Changes many leads, and offers to undo it. */
export function useChangeLeads() {
  const trpc = useTRPC();
  const refreshLeads = useRefreshLeads();
  const announce = useAnnounce();
  const change = useMutation(trpc.leads.changeMany.mutationOptions());
  const undoing = useMutation(trpc.leads.undoChange.mutationOptions());

  async function undo(given: Undo): Promise<void> {
    try {
      const { changed, kept, missing } = await undoing.mutateAsync(given);
      const text = `Undone for ${count(changed, 'lead')}`;
      announce(text + remark(kept + missing, 'left as they are'));
      closeQuestion();
    } catch (error) {
      showRetry(`Not undone. ${readFailure(error).message}`, () => void undo(given));
    }
    await refreshLeads();
  }

  /**
   * @param lead the only one, where that is known
   * @returns whether it was done
   */
  async function run(
    ids: readonly string[],
    wanted: LeadsChange,
    done: string,
    lead?: { id: string; name: string },
  ): Promise<boolean> {
    try {
      const result = await change.mutateAsync({ ids: [...ids], change: wanted });
      const text = `${count(result.changed, 'lead')} ${done}`;
      const message = text + remark(result.missing, 'no longer there');
      const { undo: given } = result;
      announce(message);
      if (given) showUndo(message, () => void undo(given));
      if (result.outcome && lead && result.changed === 1) {
        askOutcome({ leadId: lead.id, name: lead.name, outcome: result.outcome });
      }
      await refreshLeads();
      return true;
    } catch (error) {
      const { message } = readFailure(error);
      showRetry(`Nothing was changed. ${message}`, () => void run(ids, wanted, done, lead));
      return false;
    }
  }

  return { run, pending: change.isPending || undoing.isPending };
}
