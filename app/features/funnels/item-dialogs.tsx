'use client';

import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import type { DraftDialog } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { AlertDialog, FormDialog } from '#app/_ui/dialog.tsx';
import { Field, FormError, Input } from '#app/_ui/field.tsx';
import { count } from '#app/_ui/format.ts';
import { funnelNameMax, stepNameMax } from '#server/panel-api/schemas/funnels.ts';
import { useFocusAfterArchiving, useFunnelArchiving } from './archiving.tsx';
import { EmptyStepDialog } from './empty-step-dialog.tsx';
import { NameDialog, useBusy } from './name-dialog.tsx';
import { useRefreshFunnels } from './use-refresh-funnels.ts';

/** A funnel or a step. */
export interface Item {
  id: string;
  name: string;
  leads: number;
  /** Of a funnel: the number of its steps that are not archived. */
  steps?: number;
}

/** The order of the items, and how to change it. */
export interface ItemOrder {
  ids: readonly string[];
  move: (id: string, index: number) => void;
}

/** `empty` moves the leads of an archived step to another one. */
export type ItemDialog = DraftDialog<{
  kind: 'rename' | 'move' | 'archive' | 'empty';
  item: Item;
}>;

export interface ItemDialogsProps {
  noun: 'funnel' | 'step';
  dialog: ItemDialog;
  /** Absent where items are not moved. */
  order?: ItemOrder;
}

/** Renames, moves and archives a funnel or a step. */
export function ItemDialogs({ noun, dialog, order }: ItemDialogsProps) {
  const { about, open, close } = dialog;
  if (!about) return null;

  const { item, kind } = about;
  const shared = { noun, item, onClose: close };
  return (
    <>
      <RenameDialog noun={noun} item={item} open={open && kind === 'rename'} dialog={dialog} />
      {order && <MoveDialog {...shared} open={open && kind === 'move'} order={order} />}
      {noun === 'funnel' ? (
        <ArchiveFunnelDialog item={item} open={open && kind === 'archive'} onClose={close} />
      ) : (
        <EmptyStepDialog
          key={item.id}
          step={item}
          archives={kind === 'archive'}
          open={open && (kind === 'archive' || kind === 'empty')}
          onClose={close}
        />
      )}
    </>
  );
}

interface DialogProps {
  noun: 'funnel' | 'step';
  item: Item;
  open: boolean;
  onClose: () => void;
}

interface RenameDialogProps extends Omit<DialogProps, 'onClose'> {
  dialog: ItemDialog;
}

function RenameDialog({ noun, item, open, dialog }: RenameDialogProps) {
  const trpc = useTRPC();
  const funnel = useMutation(trpc.funnels.rename.mutationOptions());
  const step = useMutation(trpc.steps.rename.mutationOptions());
  const refresh = useRefreshFunnels();
  const announce = useAnnounce();

  async function save(name: string) {
    await { funnel, step }[noun].mutateAsync({ id: item.id, name });
    await refresh();
    announce(`Renamed to ${name}`);
    dialog.close();
  }

  return (
    <NameDialog
      open={open}
      dialog={dialog}
      title={`Rename ${noun}`}
      submitLabel="Save"
      hint={noun === 'step' && 'The step ID stays the same, so integrations keep working.'}
      max={{ funnel: funnelNameMax, step: stepNameMax }[noun]}
      initial={item.name}
      save={save}
    />
  );
}

function MoveDialog({ noun, item, open, onClose, order }: DialogProps & { order: ItemOrder }) {
  const formId = useId();
  const places = order.ids.length;
  const [error, setError] = useState<string>();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const place = Number(new FormData(event.currentTarget).get('place'));
    if (!Number.isInteger(place) || place < 1 || place > places) {
      setError(`Enter a whole number from 1 to ${places}`);
      return;
    }
    setError(undefined);
    onClose();
    order.move(item.id, place - 1);
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Move ${noun}`}
      description={item.name}
      formId={formId}
      submitLabel="Move"
      pending={false}
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Field label="Position" hint={`1 to ${places}`} error={error} className="max-w-40">
          <Input
            name="place"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={order.ids.indexOf(item.id) + 1}
            onFocus={(event) => event.currentTarget.select()}
          />
        </Field>
      </form>
    </FormDialog>
  );
}

/** Shows the effect of archiving first; stays open with the reason when the server refuses. */
function ArchiveFunnelDialog({ item, open, onClose }: Omit<DialogProps, 'noun'>) {
  const { archive } = useFunnelArchiving();
  const [refusal, setRefusal] = useState<string>();
  const { markArchived, finalFocus } = useFocusAfterArchiving();
  const { busy, run } = useBusy();

  function close() {
    if (busy) return;
    setRefusal(undefined);
    onClose();
  }

  async function confirm() {
    setRefusal(undefined);
    try {
      await archive(item);
      markArchived();
      onClose();
    } catch (error) {
      setRefusal(readFailure(error).message);
    }
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={
        <>
          Archive <bdi>{item.name}</bdi>?
        </>
      }
      description={archiveEffect(item)}
      confirmLabel="Archive funnel"
      pending={busy}
      onConfirm={() => run(confirm)}
      finalFocus={finalFocus}
    >
      <FormError>{refusal}</FormError>
    </AlertDialog>
  );
}

function archiveEffect({ leads, steps = 0 }: Item): string {
  const kept =
    leads === 0 ? 'It has no leads.' : `${count(leads, 'lead')} stay and can still be read.`;
  if (steps === 0) return kept;

  return `${kept} API calls to its ${count(steps, 'step')} return 404 Funnel step not found until the funnel is restored.`;
}

interface AddStepDialogProps {
  funnel: { id: string; name: string };
  dialog: DraftDialog<true>;
}

export function AddStepDialog({ funnel, dialog }: AddStepDialogProps) {
  const create = useMutation(useTRPC().steps.create.mutationOptions());
  const refresh = useRefreshFunnels();
  const announce = useAnnounce();

  async function save(name: string) {
    await create.mutateAsync({ funnelId: funnel.id, name });
    await refresh();
    announce(`Step ${name} added`);
    dialog.close();
  }

  return (
    <NameDialog
      dialog={dialog}
      title="Add step"
      submitLabel="Add step"
      hint="The step is added at the end. You can copy its ID immediately."
      max={stepNameMax}
      save={save}
    />
  );
}
