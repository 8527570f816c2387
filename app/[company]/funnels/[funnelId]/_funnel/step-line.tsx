'use client';

import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useCan } from '#app/_trpc/session.tsx';
import { cn } from '#app/_ui/cn.ts';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { TableRow, Td } from '#app/_ui/table.tsx';
import type { StepRow } from '#server/api/schemas/funnels.ts';
import { keepFocusOn } from '../../_parts/keep-focus.ts';
import type { Ask } from '../../_parts/use-asked.ts';
import { StepCells } from './step-cells.tsx';
import { StepMenu } from './step-menu.tsx';
import type { RowDrag } from './use-row-drag.ts';

interface StepLineProps {
  step: StepRow;
  index: number;
  last: boolean;
  /** Of the fullest step's leads, 0 to 1. */
  share: number;
  funnelId: string;
  drag: RowDrag;
  onAsk: Ask<'rename' | 'archive', StepRow>;
  onMove: (index: number) => void;
}

const edges = {
  before: 'md:shadow-[inset_0_2px_0_var(--primary)]',
  after: 'md:shadow-[inset_0_-2px_0_var(--primary)]',
};

export function StepLine({
  step,
  index,
  last,
  share,
  funnelId,
  drag,
  onAsk,
  onMove,
}: StepLineProps) {
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
        funnelId={funnelId}
        share={share}
        marker={<Marker number={index + 1} id={step.id} drag={canManage ? drag : undefined} />}
      />
      {canManage && (
        <Td className="col-span-3 -mb-2 flex justify-end md:whitespace-nowrap md:text-right">
          <MoveButtons name={step.name} index={index} last={last} onMove={onMove} />
          <StepMenu step={step} onAsk={onAsk} />
        </Td>
      )}
    </TableRow>
  );
}

/** The step's number; under the pointer the grip that it can be dragged by. */
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

/** At an end the button stays, so that the focus does not fall out of the row. */
function MoveButtons({ name, index, last, onMove }: MoveButtonsProps) {
  function moveTo(to: number, button: HTMLElement) {
    onMove(to);
    keepFocusOn(button);
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
