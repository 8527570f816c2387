'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { showDone, showRetry, showUndo } from '#app/_ui/toaster.tsx';
import { useSaved } from '#app/features/leads/lead/use-lead-work.ts';
import { useRefreshLeads } from '#app/features/leads/use-change-leads.ts';
import type { ToDoItem } from '#server/panel-api/schemas/to-do.ts';

type Lead = Pick<ToDoItem, 'id' | 'name' | 'followUpAt' | 'ownerId'>;

/** What a row changes of its lead at once, each with an undo. */
export function useRowActions(lead: Lead) {
  const { user } = useSession();
  const { planFollowUp, assign } = useTRPC().leads;
  const saved = useSaved();
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

  /** @param from, to ISO 8601; `null`: none */
  async function setFollowUp(from: string | null, to: string | null, message: string) {
    try {
      saved(await planning.mutateAsync({ id, followUpAt: { from, to } }), message);
      return true;
    } catch (error) {
      refuse(error, () => void setFollowUp(from, to, message));
      return false;
    }
  }

  /** @param from, to ids of members; `null`: none */
  async function setOwner(from: string | null, to: string | null, message: string) {
    try {
      const after = await assigning.mutateAsync({ id, owner: { from, to } });
      if (after) saved(after, message);
      else void refreshLeads();
      return true;
    } catch (error) {
      refuse(error, () => void setOwner(from, to, message));
      return false;
    }
  }

  /** A lead without an owner went to the user with its follow-up: without an owner it has none. */
  const takeBack = (to: string | null) =>
    lead.ownerId === null
      ? setOwner(user.id, null, 'Undone')
      : setFollowUp(to, lead.followUpAt, 'Undone');

  async function plan(to: string | null): Promise<void> {
    const message = to === null ? `Follow-up of ${name} done` : `Follow-up of ${name} planned`;
    if (await setFollowUp(lead.followUpAt, to, message)) showUndo(message, () => void takeBack(to));
  }

  async function take(): Promise<void> {
    const message = `${name} is yours now`;
    if (await setOwner(null, user.id, message)) {
      showUndo(message, () => void setOwner(user.id, null, 'Undone'));
    }
  }

  return {
    plan,
    take,
    /** After a form has planned it. */
    offerUndo: (to: string | null) =>
      showUndo(`Follow-up of ${name} planned`, () => void takeBack(to)),
    pending: planning.isPending || assigning.isPending,
  };
}
