'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { showRetry } from '#app/_ui/toaster.tsx';
import { useRefreshFunnels } from '#app/[company]/funnels/_parts/use-refresh-funnels.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

export type LeadEdit = Partial<
  Pick<LeadDetail, 'status' | 'priority' | 'temperature' | 'step' | 'funnel'>
>;

interface Change {
  /** The new values. */
  edit: LeadEdit;
  /** The announcement on success: "Status changed to Lost". */
  done: string;
  /** The subject of the message on failure: "The status". */
  what: string;
}

/**
 * Changes a lead optimistically; when the server refuses, reverts the change and offers a retry.
 * Changes are sent one after the other, so that the last one wins.
 */
export function useLeadChange(lead: LeadDetail) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const refreshFunnels = useRefreshFunnels();
  const key = trpc.leads.get.queryKey({ id: lead.id });
  const scope = { id: `lead ${lead.id}` };
  const update = useMutation(trpc.leads.update.mutationOptions({ scope }));
  const move = useMutation(trpc.leads.move.mutationOptions({ scope }));

  function patch(edit: LeadEdit) {
    queryClient.setQueryData(key, (shown) => shown && { ...shown, ...edit });
  }

  async function save({ edit }: Change): Promise<LeadDetail> {
    const { step, funnel: _, ...values } = edit;
    if (step) return move.mutateAsync({ id: lead.id, stepId: step.id });

    return update.mutateAsync({ id: lead.id, ...values });
  }

  /** The response to an earlier change does not contain later changes. */
  function isLast(): boolean {
    return (
      queryClient.isMutating({ predicate: (each) => each.options.scope?.id === scope.id }) === 0
    );
  }

  async function change(next: Change): Promise<void> {
    const before = queryClient.getQueryData(key) ?? lead;
    await queryClient.cancelQueries({ queryKey: key });
    patch(next.edit);

    try {
      const saved = await save(next);
      if (isLast()) queryClient.setQueryData(key, saved);
      queryClient.invalidateQueries(trpc.leads.list.pathFilter());
      if (next.edit.step) refreshFunnels();
      announce(next.done);
    } catch (error) {
      patch(previousValues(next.edit, before));
      if (isLast()) queryClient.invalidateQueries({ queryKey: key });
      showRetry(`${next.what} was not changed. ${readFailure(error).message}`, () => change(next));
    }
  }

  return change;
}

/** The previous values of the edited fields. */
function previousValues(edit: LeadEdit, before: LeadDetail): LeadEdit {
  return {
    ...(edit.status && { status: before.status }),
    ...(edit.priority && { priority: before.priority }),
    ...(edit.temperature && { temperature: before.temperature }),
    ...(edit.step && { step: before.step, funnel: before.funnel }),
  };
}
