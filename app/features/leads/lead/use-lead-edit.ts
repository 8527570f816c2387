'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TRPCClientErrorLike } from '@trpc/client';
import { useTRPC } from '#app/_trpc/client.ts';
import { isTemporary, readFailure } from '#app/_trpc/failure.ts';
import { useDraft } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { showRetry } from '#app/_ui/toaster.tsx';
import { useRefreshFunnels } from '#app/features/funnels/use-refresh-funnels.ts';
import { hasNewStatus } from '#app/features/leads/ask-outcome.ts';
import { statusLabels } from '#app/features/leads/labels.ts';
import { useRefreshLeads } from '#app/features/leads/use-change-leads.ts';
import { type LeadEventType, outcomeOf } from '#db/values/leads.ts';
import type { PanelRouter } from '#server/panel-api/panel-router.ts';
import type { ChangedLead, LeadConflict, LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { workDrafts } from './use-lead-work.ts';
import { useOfferUndo } from './use-undo.ts';

type PanelError = TRPCClientErrorLike<PanelRouter>;

/** A new value, and the value that was shown when the user chose it. */
export interface Edit<Value> {
  from: Value;
  to: Value;
}

/** In a list, its events are not known. */
export type EditedLead = Pick<LeadDetail, 'id' | 'name' | 'status'> &
  Partial<Pick<LeadDetail, 'events'>>;

export interface LeadField<Value extends string> {
  lead: EditedLead;
  label: 'Owner' | 'Status' | 'Priority' | 'Temperature' | 'Step' | 'Reason' | 'Amount';
  type: LeadEventType;
  /** Of the type `edited`. */
  field?: string;
  value: Value;
  /** A text as a value of the field, if it is one. */
  read: (text: string) => Value | undefined;
  nameOf: (value: string) => string | undefined;
  patch: (value: Value, name: string) => Partial<LeadDetail>;
  /** `null`: saved, and the user does not see the lead any more. */
  save: (edit: Edit<Value>) => Promise<ChangedLead | null>;
  /**
   * In a list, which has no place for a refused edit: toasts tell of it. Gets what was saved, to offer
   * an undo.
   */
  onSaved?: (saved: ChangedLead | null, edit: Edit<Value>) => void;
}

/** What was chosen and could not be saved. Kept in this browser, as notes are. */
export interface Unsaved {
  mine: string;
  save: () => void;
  discard: () => void;
}

export interface Conflict {
  /** Who made the other change, to what, and when (ISO 8601). */
  who: string;
  theirs: string;
  at: string;
  mine: string;
  keep: () => void;
  overwrite: () => void;
}

/**
 * One field of a lead. The chosen value is shown at once; the server refuses it if the field has
 * another value than the one shown. Changes of a lead are sent one after the other.
 */
export function useLeadEdit<Value extends string>(field: LeadField<Value>) {
  const { lead, label, type, nameOf } = field;
  const offerUndo = useOfferUndo();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const refreshFunnels = useRefreshFunnels();
  const refreshLeads = useRefreshLeads();
  const { queryKey } = trpc.leads.get.queryOptions({ id: lead.id });
  const what = label.toLowerCase();
  const [kept, setKept] = useDraft<Edit<Value>>(
    workDrafts.choice(lead.id, field.field ?? field.type),
  );

  const edit = useMutation<ChangedLead | null, PanelError, Edit<Value>>({
    scope: { id: `lead ${lead.id}` },
    mutationFn: field.save,
    onMutate: () => setKept(undefined),
    onSuccess: (saved, { from, to }) => {
      if (saved) queryClient.setQueryData(queryKey, saved);
      /* Also ends a request from before this change, whose answer would show the old value. */
      queryClient.invalidateQueries({ queryKey });
      refreshLeads();
      if (type === 'moved') refreshFunnels();
      const done =
        type === 'moved' ? `Moved to ${nameOf(to)}` : `${label} changed to ${nameOf(to)}`;
      announce(done);
      if (field.onSaved) return field.onSaved(saved, { from, to });
      if (!saved || !hasNewStatus(saved)) return;
      /* The status came with the step, or something may have gone with it. */
      if (type === 'moved') offerUndo(`${done}, status is ${statusLabels[saved.status]}`, saved);
      else if (outcomeOf(saved.status) || outcomeOf(lead.status)) offerUndo(done, saved);
    },
    onError: (error, { from, to }) => {
      const open = !field.onSaved && queryClient.getQueryCache().find({ queryKey })?.isActive();
      const conflict = error.data?.conflict;
      if (conflict) showTheirs(conflict);
      queryClient.invalidateQueries({ queryKey });

      const refusal = `was not changed to ${nameOf(to)}.`;
      const change =
        conflict && `${conflict.event.actorName} changed it to ${theirName(conflict)}.`;
      if (open && change) announce(`The ${what} ${refusal} ${change}`);
      else if (change) {
        const current = field.read(conflict.value) ?? from;
        const overwrite = () => edit.mutate({ from: current, to });
        showRetry(`${lead.name}: the ${what} ${refusal} ${change}`, overwrite, 'Overwrite');
      } else {
        const text = `The ${what} was not changed. ${readFailure(error).message}`;
        const isKept = isTemporary(error);
        if (isKept) setKept({ from, to });
        if (isKept && open) announce(text);
        else showRetry(text, () => edit.mutate({ from, to }));
      }
    },
  });

  const theirName = ({ value, event }: LeadConflict) => nameOf(value) ?? event.to ?? '';

  /** Before the lead is fetched again. */
  function showTheirs(conflict: LeadConflict): void {
    const { value, event } = conflict;
    const theirs = field.read(value);
    if (theirs === undefined) return;
    queryClient.setQueryData(
      queryKey,
      (shown) =>
        shown && {
          ...shown,
          ...field.patch(theirs, theirName(conflict)),
          events: [...shown.events.filter(({ id }) => id !== event.id), event],
        },
    );
  }

  const { variables } = edit;
  const mine = variables?.to;
  const shown = edit.isPending && mine !== undefined ? mine : field.value;
  const other = lead.events?.findLast(
    (event) =>
      event.leadId === lead.id && event.type === type && event.field === (field.field ?? null),
  );
  const isRefused = edit.error?.data?.conflict && mine !== field.value;
  const conflict: Conflict | undefined =
    isRefused && mine !== undefined && other
      ? {
          who: other.actorName,
          at: other.createdAt,
          theirs: nameOf(field.value) ?? '',
          mine: nameOf(mine) ?? '',
          keep: edit.reset,
          overwrite: () => edit.mutate({ from: field.value, to: mine }),
        }
      : undefined;

  const unsaved: Unsaved | undefined =
    kept && !edit.isPending && kept.to !== field.value
      ? {
          mine: nameOf(kept.to) ?? '',
          save: () => edit.mutate(kept),
          discard: () => setKept(undefined),
        }
      : undefined;

  return {
    value: shown,
    choose: (text: string) => {
      const to = field.read(text);
      if (to !== undefined && to !== shown) edit.mutate({ from: shown, to });
    },
    conflict,
    unsaved,
  };
}

export type LeadEdit = ReturnType<typeof useLeadEdit>;
