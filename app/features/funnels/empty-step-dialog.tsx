'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useLiveQueries } from '#app/_trpc/live-queries.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { AlertDialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, Select } from '#app/_ui/field.tsx';
import { count, digits } from '#app/_ui/format.ts';
import { showRetry, showUndo } from '#app/_ui/toaster.tsx';
import { bulkLeadsMax } from '#db/values/limits.ts';
import type { MovedLeads, ReachableFunnel } from '#server/panel-api/schemas/funnels.ts';
import { useFocusAfterArchiving } from './archiving.tsx';
import { useBusy } from './name-dialog.tsx';

interface Step {
  id: string;
  name: string;
  leads: number;
}

interface EmptyStepDialogProps {
  step: Step;
  /** Whether the step is archived once it holds no leads. */
  archives: boolean;
  open: boolean;
  onClose: () => void;
}

/**
 * Moves the leads of a step to another one, and archives it: no lead stays where boards do not show it.
 * Many leads are moved in parts, until the dialog is closed.
 */
export function EmptyStepDialog({ step, archives, open, onClose }: EmptyStepDialogProps) {
  const { busy, run } = useBusy();
  const places = usePlaces(step.id, open);
  const leads = places.leads ?? step.leads;
  const [chosen, setChosen] = useState('');
  const target = places.steps.find(({ id }) => id === chosen);
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const moving = useMoving(step);
  const { markArchived, finalFocus } = useFocusAfterArchiving();

  function close() {
    if (busy) {
      moving.stop();
      return;
    }
    moving.offerUndo(false, target);
    setChosen('');
    setError(undefined);
    setRefusal(undefined);
    onClose();
  }

  async function confirm() {
    setRefusal(undefined);
    if (leads > 0 && !target) {
      setError(places.steps.length > 0 ? 'Choose a step' : 'Add another step first');
      return;
    }
    try {
      const isDone = await moving.move({ to: target?.id, leads, archives });
      const isArchived = isDone && archives;
      if (isArchived) markArchived();
      await moving.offerUndo(isArchived, target);
      onClose();
    } catch (failure) {
      setRefusal(readFailure(failure).message);
    }
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={
        archives ? (
          <>
            Archive <bdi>{step.name}</bdi>?
          </>
        ) : (
          <>
            Move the leads of <bdi>{step.name}</bdi>
          </>
        )
      }
      description={
        archives &&
        `${leads === 0 ? 'It has no leads. ' : ''}API calls to this step return 404 Funnel step not found until the step is restored.`
      }
      confirmLabel={labelConfirm(leads, archives)}
      tone={archives ? 'danger' : 'primary'}
      cancelLabel={busy && leads > bulkLeadsMax ? 'Stop' : 'Cancel'}
      pending={busy}
      onConfirm={() => run(confirm)}
      finalFocus={finalFocus}
    >
      <div className="grid gap-3">
        {leads > 0 && (
          <Field
            label={`Its ${count(leads, 'lead')} ${leads === 1 ? 'moves' : 'move'} to`}
            error={error ?? places.failure}
          >
            <Select
              value={chosen}
              disabled={busy}
              onChange={(event) => {
                setChosen(event.currentTarget.value);
                setError(undefined);
              }}
            >
              <option value="">{places.isPending ? 'Loading…' : 'Choose a step'}</option>
              {places.funnels.map((funnel) => (
                <optgroup key={funnel.id} label={funnel.name}>
                  {funnel.steps.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
          </Field>
        )}
        <p role="status" className="text-fg-muted tabular empty:hidden">
          {busy && moving.moved > 0 && `${digits(moving.moved)} moved…`}
        </p>
        {archives && <StepTraffic stepId={open ? step.id : undefined} />}
        <FormError>{refusal}</FormError>
      </div>
    </AlertDialog>
  );
}

function labelConfirm(leads: number, archives: boolean): string {
  if (!archives) return `Move ${count(leads, 'lead')}`;
  return leads > 0 ? `Move ${count(leads, 'lead')} and archive` : 'Archive step';
}

/** How many leads the step holds, and where they can go: other steps, those of its funnel first. */
function usePlaces(stepId: string, open: boolean) {
  const trpc = useTRPC();
  const options = { enabled: open };
  const step = useQuery(trpc.steps.get.queryOptions({ id: stepId }, options));
  const list = useQuery(trpc.steps.list.queryOptions(undefined, options));
  const own = step.data?.funnel.id;
  const funnels = (list.data ?? [])
    .map(
      (funnel): ReachableFunnel => ({
        ...funnel,
        steps: funnel.steps.filter(({ id }) => id !== stepId),
      }),
    )
    .filter(({ steps }) => steps.length > 0)
    .sort((one, other) => Number(other.id === own) - Number(one.id === own));

  return {
    leads: step.data?.leads,
    funnels,
    steps: funnels.flatMap(({ steps }) => steps),
    isPending: list.isPending,
    failure: list.isLoadingError ? 'The steps could not be loaded' : undefined,
  };
}

interface Wanted {
  /** The id of a step; absent for a step without leads. */
  to: string | undefined;
  leads: number;
  archives: boolean;
}

/** Moves the leads of a step, and undoes it. */
function useMoving(step: Step) {
  const client = useTRPCClient();
  const { refresh } = useLiveQueries();
  const announce = useAnnounce();
  const parts = useRef<MovedLeads[]>([]);
  const isStopped = useRef(false);
  const [moved, setMoved] = useState(0);

  function add(more: readonly MovedLeads[]) {
    parts.current.push(...more);
    setMoved(parts.current.reduce((sum, part) => sum + part.moved, 0));
  }

  /** @returns whether all were moved; not when it was stopped */
  async function moveParts(to: string): Promise<boolean> {
    while (!isStopped.current) {
      const part = await client.steps.moveLeads.mutate({ id: step.id, to });
      add([part]);
      if (!part.hasMore) return true;
    }
    return false;
  }

  async function move({ to, leads, archives }: Wanted): Promise<boolean> {
    isStopped.current = false;
    const isLong = leads > bulkLeadsMax || !archives;
    if (isLong && to !== undefined && !(await moveParts(to))) return false;
    if (archives) {
      const archived = await client.steps.archive.mutate({ id: step.id, moveTo: to });
      add(archived.moved);
    }
    return true;
  }

  async function undo(wasArchived: boolean, undone: MovedLeads[]): Promise<void> {
    try {
      if (wasArchived) await client.steps.restore.mutate({ id: step.id });
      for (let part = undone.at(-1); part; part = undone.at(-1)) {
        if (part.undo) await client.leads.undoChange.mutate(part.undo);
        undone.pop();
      }
      announce(wasArchived ? `${step.name} restored` : 'Undone');
    } catch (error) {
      showRetry(`Not undone. ${readFailure(error).message}`, () => undo(wasArchived, undone));
    }
    await refreshAll();
  }

  const refreshAll = () => refresh({ funnels: 'all', steps: 'all', leads: 'all' });

  /** Says what was done, if anything. Resolves when the open screens are current. */
  async function offerUndo(isArchived: boolean, target: { name: string } | undefined) {
    const done = parts.current;
    const total = done.reduce((sum, part) => sum + part.moved, 0);
    parts.current = [];
    setMoved(0);
    if (!isArchived && total === 0) return;

    await refreshAll();
    const texts = [
      isArchived && `${step.name} archived`,
      total > 0 && `${count(total, 'lead')} moved to ${target?.name}`,
    ];
    const text = texts.filter(Boolean).join(', ');
    announce(text);
    showUndo(text, () => undo(isArchived, done));
  }

  return {
    moved,
    move,
    offerUndo,
    stop: () => {
      isStopped.current = true;
    },
  };
}

/** What would be refused from now on: the leads of the last day, with the keys that sent them. */
function StepTraffic({ stepId }: { stepId: string | undefined }) {
  const traffic = useQuery(
    useTRPC().steps.traffic.queryOptions(stepId ? { id: stepId } : skipToken, { staleTime: 0 }),
  );

  return (
    <div className="grid gap-2 rounded-sm bg-surface-2 px-3 py-2" aria-live="polite">
      {traffic.data ? (
        <>
          <p>{count(traffic.data.leads, 'lead')} by API in the last 24 h.</p>
          {traffic.data.keys.length > 0 && (
            <ul aria-label="Keys that send to this step" className="text-sm">
              {traffic.data.keys.map(({ id, name, leads }) => (
                <li key={id} className="flex justify-between gap-3">
                  <bdi className="min-w-0 truncate">{name}</bdi>
                  <span className="tabular shrink-0 text-fg-muted">{count(leads, 'lead')}</span>
                </li>
              ))}
            </ul>
          )}
          {traffic.data.addresses.length > 0 && (
            <>
              <p>Submissions to these addresses are held until they send to another step:</p>
              <ul aria-label="Inbound addresses of this step" className="text-sm">
                {traffic.data.addresses.map(({ id, name }) => (
                  <li key={id} className="truncate">
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      ) : (
        <p className="text-fg-muted">
          {traffic.isError
            ? `The leads of the last 24 h could not be counted. ${readFailure(traffic.error).message}`
            : 'Counting the leads of the last 24 h…'}
        </p>
      )}
    </div>
  );
}
