'use client';

import { useMutation } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { IconButton } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { MenuRadioGroup, MenuSeparator } from '#app/_ui/menu.tsx';
import { Table, TableBody, TableFrame, TableRow, Td } from '#app/_ui/table.tsx';
import { showRetry } from '#app/_ui/toaster.tsx';
import { leadOutcomes } from '#db/values/leads.ts';
import type { FunnelView, StepRow } from '#server/panel-api/schemas/funnels.ts';
import { StepCells, StepsHead } from './cells.tsx';
import type { ItemDialog, ItemOrder } from './item-dialogs.tsx';
import { ItemDialogs, ItemMenu, useItemDialog } from './item-menu.tsx';
import { outcomeLabels } from './outcome-mark.tsx';
import { restoreFocus, useReorder } from './reorder.ts';
import { useRefreshFunnels } from './use-refresh-funnels.ts';

interface StepsTableProps {
  funnel: FunnelView;
  /** Without archived steps, in order. */
  steps: readonly StepRow[];
}

export function StepsTable({ funnel, steps }: StepsTableProps) {
  const canManage = useCan('admin');
  const dialog = useItemDialog('step');
  const reorder = useMutation(
    useTRPC().steps.reorder.mutationOptions({ scope: { id: `step order ${funnel.id}` } }),
  );
  const { ordered, move } = useReorder(steps, (ids) =>
    reorder.mutateAsync({ funnelId: funnel.id, ids }),
  );
  const drag = useRowDrag(ordered, move);
  const order = { ids: ordered.map(({ id }) => id), move };
  const most = Math.max(1, ...ordered.map((step) => step.leads));

  return (
    <>
      <TableFrame>
        <Table caption={`Steps of ${funnel.name}, in order`}>
          <StepsHead actions={canManage && 'Order and actions'} />
          <TableBody>
            {ordered.map((step, index) => (
              <StepLine
                key={step.id}
                step={step}
                index={index}
                last={index === ordered.length - 1}
                share={step.leads / most}
                funnel={funnel}
                drag={drag}
                showDialog={dialog.show}
                order={order}
              />
            ))}
          </TableBody>
        </Table>
      </TableFrame>
      {dialog.about && <ItemDialogs noun="step" dialog={dialog} order={order} />}
    </>
  );
}

interface StepLineProps {
  step: StepRow;
  index: number;
  last: boolean;
  /** Leads in proportion to the step with the most leads, 0 to 1. */
  share: number;
  funnel: FunnelView;
  drag: RowDrag;
  showDialog: ItemDialog['show'];
  order: ItemOrder;
}

const edges = {
  before: 'md:shadow-[inset_0_2px_0_var(--primary)]',
  after: 'md:shadow-[inset_0_-2px_0_var(--primary)]',
};

function StepLine({ step, index, last, share, funnel, drag, showDialog, order }: StepLineProps) {
  const canManage = useCan('admin');
  const edge = drag.edgeOf(step.id);

  return (
    <TableRow
      {...drag.row(step.id)}
      data-testid={`step-row-${step.id}`}
      className={cn('grid-cols-3', edge && edges[edge], drag.dragged === step.id && 'opacity-50')}
    >
      <StepCells
        step={step}
        funnelId={funnel.id}
        takesLeads={funnel.archivedAt === null}
        share={share}
        marker={<Marker number={index + 1} id={step.id} drag={canManage ? drag : undefined} />}
      />
      {canManage && (
        <Td className="col-span-3 -mb-2 flex justify-end md:whitespace-nowrap md:text-right">
          <MoveButtons
            name={step.name}
            index={index}
            last={last}
            onMove={(to) => order.move(step.id, to)}
          />
          <ItemMenu item={step} showDialog={showDialog} order={order} hasButtons>
            <OutcomeChoice step={step} />
          </ItemMenu>
        </Td>
      )}
    </TableRow>
  );
}

const outcomes = [
  { value: '', label: 'Open' },
  ...leadOutcomes.map((value) => ({ value, label: outcomeLabels[value] })),
];

/** What leads are that are moved into the step. */
function OutcomeChoice({ step }: { step: StepRow }) {
  const refresh = useRefreshFunnels();
  const announce = useAnnounce();
  const { mutate } = useMutation(
    useTRPC().steps.setOutcome.mutationOptions({
      onSuccess: async (_, { outcome }) => {
        await refresh();
        announce(`${step.name} is marked as ${outcome ?? 'open'}`);
      },
      onError: (error, sent) =>
        showRetry(`${step.name} was not marked. ${readFailure(error).message}`, () => mutate(sent)),
    }),
  );

  return (
    <>
      <MenuSeparator />
      <MenuRadioGroup
        label="Leads moved here are"
        value={step.outcome ?? ''}
        onValueChange={(value) =>
          mutate({ id: step.id, outcome: leadOutcomes.find((each) => each === value) ?? null })
        }
        options={outcomes}
      />
      <MenuSeparator />
    </>
  );
}

/** The number of the step; a drag grip while hovered. */
function Marker({ number, id, drag }: { number: number; id: string; drag: RowDrag | undefined }) {
  return (
    <span
      aria-hidden
      {...drag?.grip(id)}
      className={cn(
        'group tabular grid size-7 shrink-0 select-none place-items-center rounded-full bg-surface-2 font-medium text-fg-muted text-sm',
        drag && 'pointer-fine:cursor-grab pointer-fine:active:cursor-grabbing',
      )}
    >
      <span className={cn(drag && 'pointer-fine:group-hover:hidden')}>{number}</span>
      {drag && <GripVertical className="pointer-fine:group-hover:block hidden size-4" />}
    </span>
  );
}

interface MoveButtonsProps {
  name: string;
  index: number;
  last: boolean;
  onMove: (index: number) => void;
}

/** At the ends of the list a button stays in place, so that it can keep the focus. */
function MoveButtons({ name, index, last, onMove }: MoveButtonsProps) {
  function moveTo(to: number, button: HTMLElement) {
    onMove(to);
    restoreFocus(button);
  }

  return (
    <>
      <IconButton
        label={`Move ${name} up`}
        aria-disabled={index === 0}
        onClick={(event) => index > 0 && moveTo(index - 1, event.currentTarget)}
      >
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton
        label={`Move ${name} down`}
        aria-disabled={last}
        onClick={(event) => !last && moveTo(index + 1, event.currentTarget)}
      >
        <ArrowDown aria-hidden />
      </IconButton>
    </>
  );
}

interface Drag {
  id: string;
  /** The target index, counted without the dragged row. */
  index: number;
}

interface RowDrag {
  dragged: string | undefined;
  /** The edge of the row at which the dragged row would be inserted. */
  edgeOf: (id: string) => 'before' | 'after' | undefined;
  /** Props for the grip of a row. */
  grip: (id: string) => {
    draggable: true;
    onDragStart: (event: DragEvent<HTMLElement>) => void;
    onDragEnd: () => void;
  };
  /** Props for the row. */
  row: (id: string) => {
    onDragOver: (event: DragEvent<HTMLElement>) => void;
    onDrop: (event: DragEvent<HTMLElement>) => void;
  };
}

/** Drag and drop of rows by a grip. Every row also has buttons that move it. */
function useRowDrag(
  items: readonly { id: string }[],
  move: (id: string, index: number) => void,
): RowDrag {
  const [drag, setDrag] = useState<Drag>();
  const others = items.filter((item) => item.id !== drag?.id);

  function over(event: DragEvent<HTMLElement>, id: string) {
    if (!drag) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const below = event.clientY > box.top + box.height / 2;
    const place = others.findIndex((item) => item.id === id);
    const index = place < 0 ? indexOf(drag.id) : place + (below ? 1 : 0);
    if (index !== drag.index) setDrag({ ...drag, index });
  }

  function indexOf(id: string): number {
    return items.findIndex((item) => item.id === id);
  }

  function edgeOf(id: string) {
    if (!drag || drag.index === indexOf(drag.id)) return undefined;
    if (others[drag.index]?.id === id) return 'before';
    return drag.index === others.length && others.at(-1)?.id === id ? 'after' : undefined;
  }

  return {
    dragged: drag?.id,
    edgeOf,
    grip: (id) => ({
      draggable: true,
      onDragStart: (event) => {
        const row = event.currentTarget.closest('tr');
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', id);
        if (row) event.dataTransfer.setDragImage(row, 16, 24);
        setDrag({ id, index: indexOf(id) });
      },
      onDragEnd: () => setDrag(undefined),
    }),
    row: (id) => ({
      onDragOver: (event) => over(event, id),
      onDrop: (event) => {
        event.preventDefault();
        if (drag && drag.index !== indexOf(drag.id)) move(drag.id, drag.index);
        setDrag(undefined);
      },
    }),
  };
}
