'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useLiveQueries } from '#app/_trpc/live-queries.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { count, digits } from '#app/_ui/format.ts';
import { endProgress, showProgress, showRetry, showUndo } from '#app/_ui/toaster.tsx';
import { askOutcome, closeQuestion } from '#app/features/leads/ask-outcome.ts';
import { bulkLeadsMax } from '#db/values/limits.ts';
import type { LeadsChange, LeadsChanged } from '#server/panel-api/schemas/lead-list.ts';

/** Reads all lists of leads and boards again. Resolves when the open screens are current. */
export function useRefreshLeads() {
  const { refreshLists } = useLiveQueries();

  return () => refreshLists({ leads: 'all', steps: 'all' });
}

type Undo = NonNullable<LeadsChanged['undo']>;

const remark = (leads: number, what: string) =>
  leads > 0 ? `. ${count(leads, 'lead')} ${what}` : '';

const parted = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / bulkLeadsMax) }, (_, n) =>
    ids.slice(n * bulkLeadsMax, (n + 1) * bulkLeadsMax),
  );

/**
 * Does work in parts, one after the other, also while other screens of the panel are open. Of several
 * parts, it says how far they are and offers to stop.
 *
 * @param text of the progress: `3,000 of 12,000 leads`
 * @returns how many parts were done, and why the next one was not: absent where it was stopped
 */
async function runParts<Part>(
  parts: readonly Part[],
  text: (done: number) => string,
  work: (part: Part) => Promise<void>,
): Promise<{ done: number; error?: unknown }> {
  const id = crypto.randomUUID();
  /* Of its own, because others may run at the same time. */
  const warnOfLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
  let isCancelled = false;
  const say = (done: number) =>
    parts.length > 1 &&
    showProgress(id, text(done), () => {
      isCancelled = true;
    });
  if (parts.length > 1) addEventListener('beforeunload', warnOfLeaving);
  let done = 0;
  try {
    for (const part of parts) {
      if (isCancelled) break;
      say(done);
      await work(part);
      done += 1;
    }
    return { done };
  } catch (error) {
    return { done, error };
  } finally {
    endProgress(id);
    removeEventListener('beforeunload', warnOfLeaving);
  }
}

/**
 * Changes many leads, and offers to undo it. More than the server takes at once go in parts: the
 * browser does them, so that nothing is left running when it is closed (ADR 89).
 */
export function useChangeLeads() {
  const trpc = useTRPC();
  const refreshLeads = useRefreshLeads();
  const announce = useAnnounce();
  const change = useMutation(trpc.leads.changeMany.mutationOptions());
  const undoing = useMutation(trpc.leads.undoChange.mutationOptions());

  /** @param given by part, the last one first */
  async function undo(given: readonly Undo[]): Promise<void> {
    let [undone, left] = [0, 0];
    const { done, error } = await runParts(
      given,
      (parts) => `Undoing: ${digits(parts)} of ${digits(given.length)} parts`,
      async (part) => {
        const { changed, kept, missing } = await undoing.mutateAsync(part);
        undone += changed;
        left += kept + missing;
      },
    );
    const message = `Undone for ${count(undone, 'lead')}${remark(left, 'left as they are')}`;
    if (done > 0) announce(message);
    const rest = given.slice(done);
    const undoRest = () => void undo(rest);
    if (error !== undefined) showRetry(`Not undone. ${readFailure(error).message}`, undoRest);
    else if (rest.length > 0) showUndo(`${message}. Others are not undone`, undoRest);
    else closeQuestion();
    await refreshLeads();
  }

  const offerUndo = (message: string, given: readonly Undo[]) =>
    showUndo(message, () => void undo(given));

  /**
   * @param lead the only one, where that is known
   * @returns the ids of those that were not changed, after a failure or because it was stopped
   */
  async function run(
    ids: readonly string[],
    wanted: LeadsChange,
    done: string,
    lead?: { id: string; name: string },
  ): Promise<readonly string[]> {
    const parts = parted(ids);
    const undos: Undo[] = [];
    let [changed, missing] = [0, 0];
    const { done: partsDone, error } = await runParts(
      parts,
      (n) => `${digits(n * bulkLeadsMax)} of ${digits(ids.length)} leads ${done}`,
      async (part) => {
        const result = await change.mutateAsync({ ids: [...part], change: wanted });
        changed += result.changed;
        missing += result.missing;
        if (result.undo) undos.unshift(result.undo);
        if (result.outcome && lead && result.changed === 1) {
          askOutcome({ leadId: lead.id, name: lead.name, outcome: result.outcome });
        }
      },
    );
    const rest = parts.slice(partsDone).flat();
    if (partsDone > 0) {
      const stopped = error === undefined ? remark(rest.length, 'not changed') : '';
      const message = `${count(changed, 'lead')} ${done}${remark(missing, 'no longer there')}${stopped}`;
      announce(message);
      if (undos.length > 0) offerUndo(message, undos);
    }
    if (error !== undefined) {
      const what =
        partsDone === 0 ? 'Nothing was changed.' : `${count(rest.length, 'lead')} not changed.`;
      const retry = () => void run(rest, wanted, done, lead);
      showRetry(`${what} ${readFailure(error).message}`, retry);
    }
    if (partsDone > 0) await refreshLeads();
    return rest;
  }

  return { run, offerUndo, pending: change.isPending || undoing.isPending };
}
