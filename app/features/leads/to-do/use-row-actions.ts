'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { showDone, showRetry } from '#app/_ui/toaster.tsx';
import { hasNewStatus } from '#app/features/leads/ask-outcome.ts';
import { useSaved } from '#app/features/leads/lead/use-lead-work.ts';
import { useOfferUndo } from '#app/features/leads/lead/use-undo.ts';
import { useRefreshLeads } from '#app/features/leads/use-change-leads.ts';
import type { ChangedLead } from '#server/panel-api/schemas/leads.ts';
import type { ToDoItem } from '#server/panel-api/schemas/to-do.ts';

type Lead = Pick<ToDoItem, 'id' | 'name' | 'followUpAt' | 'ownerId'>;

/** What a row changes of its lead at once, each with an undo. */
export function useRowActions(lead: Lead) {
  const { user } = useSession();
  const { planFollowUp, assign } = useTRPC().leads;
  const saved = useSaved();
  const offerUndo = useOfferUndo();
  const refreshLeads = useRefreshLeads();
  const planning = useMutation(planFollowUp.mutationOptions());
  const assigning = useMutation(assign.mutationOptions());
  const { id, name } = lead;

  /** Says why nothing was changed. The list shows what the lead is now. */
  function refuse(error: unknown, onRetry: () => void): void {
    const failure = readFailure(error);
    if (failure.code === 'NOT_FOUND') {
      showDone(`${name} was deleted, or belongs to another member now.`);
    } else if (failure.code === 'CONFLICT') {
      showDone(`${name} was changed by another member meanwhile. The list shows the change.`);
    } else showRetry(`Nothing was changed. ${failure.message}`, onRetry);
    void refreshLeads();
  }

  function done(after: ChangedLead, message: string): void {
    saved(after, message);
    offerUndo(message, after);
  }

  /** @param to ISO 8601; `null`: the follow-up was done */
  async function plan(to: string | null): Promise<void> {
    const followUpAt = { from: lead.followUpAt, to };
    try {
      const after = await planning.mutateAsync({ id, followUpAt, isContact: to === null });
      const text = `Follow-up of ${name} ${to === null ? 'done' : 'planned'}`;
      done(after, hasNewStatus(after) ? `${text}, status is Contacted` : text);
    } catch (error) {
      refuse(error, () => void plan(to));
    }
  }

  async function take(): Promise<void> {
    try {
      const after = await assigning.mutateAsync({ id, owner: { from: null, to: user.id } });
      if (after) done(after, `${name} is yours now`);
      else void refreshLeads();
    } catch (error) {
      refuse(error, () => void take());
    }
  }

  return {
    plan,
    take,
    /** After a form has planned it. */
    planned: (after: ChangedLead) => offerUndo(`Follow-up of ${name} planned`, after),
    pending: planning.isPending || assigning.isPending,
  };
}
