'use client';

import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { LazyDialog, useLazy } from '#app/_ui/lazy.tsx';
import { openLead, useLeadHref } from '#app/[company]/_leads/open-lead.ts';
import type { BoardStep } from '#server/panel-api/schemas/board.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';
import { Column } from './column.tsx';
import { leadAfter } from './keyboard.ts';
import type { Board } from './use-board.ts';
import type { Move } from './use-move.ts';

const dragParts = { name: 'board drag', load: () => import('./drag.ts') };
const moveMenu = {
  name: 'move menu',
  load: async () => (await import('./move-menu.tsx')).MoveMenu,
};

interface BoardColumnsProps {
  funnelId: string;
  steps: readonly BoardStep[];
  canMove: boolean;
  takesLeads: boolean;
  isFiltered: boolean;
  ownerOf: (lead: LeadRow) => string | undefined;
  loadMore: Board['loadMore'];
  move: (move: Move) => void;
}

const leadOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-lead]') : null;

/** The columns side by side. One card of all is a tab stop; arrow keys move the focus between cards. */
export function BoardColumns(props: BoardColumnsProps) {
  const { steps, canMove, move } = props;
  const board = useRef<HTMLDivElement>(null);
  const hrefOf = useLeadHref();
  const [active, setActive] = useState<string>();
  const [menuOf, setMenuOf] = useState<{ leadId: string; anchor: HTMLElement }>();
  const [isPointed, setPointed] = useState(false);
  const [isDragging, setDragging] = useState(false);
  const { part: drag } = useLazy(dragParts, isPointed && canMove);

  useEffect(() => {
    if (!drag || !board.current) return undefined;
    return drag.followDrags(board.current, setDragging);
  }, [drag]);

  const has = (id: string | undefined) =>
    steps.some(({ items }) => items.some((item) => item.id === id));
  const activeId = has(active) ? active : steps.flatMap(({ items }) => items.slice(0, 1))[0]?.id;

  function moveTo(leadId: string, stepId: string) {
    const from = steps.find(({ items }) => items.some(({ id }) => id === leadId));
    const lead = from?.items.find(({ id }) => id === leadId);
    const to = steps.find(({ id }) => id === stepId);
    if (lead && from && to) move({ lead, from, to });
  }
  const latestMove = useRef(moveTo);
  useEffect(() => {
    latestMove.current = moveTo;
  });
  const dropped = useCallback(
    (leadId: string, stepId: string) => latestMove.current(leadId, stepId),
    [],
  );

  function focusLead(id: string, before: string | undefined) {
    setActive(id);
    // After the column has rendered it.
    requestAnimationFrame(() => {
      const card = board.current?.querySelector<HTMLElement>(`[data-lead="${id}"]`);
      if (!card) setActive(before);
      card?.querySelector('a')?.focus({ preventScroll: true });
      card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  }

  function openMenu(card: HTMLElement) {
    const anchor = card.querySelector<HTMLElement>('[data-move]');
    const leadId = card.dataset.lead;
    if (!anchor || !leadId) return;
    setActive(leadId);
    setMenuOf({ leadId, anchor });
  }

  function onKeyDown(event: KeyboardEvent) {
    const card = leadOf(event.target);
    const id = card?.dataset.lead;
    if (!card || !id || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = leadAfter(steps, id, event.key);
    if (next === undefined && event.key !== 'm') return;

    event.preventDefault();
    if (next !== undefined) focusLead(next, id);
    else openMenu(card);
  }

  function onClick(event: MouseEvent) {
    const isMove = event.target instanceof Element && event.target.closest('[data-move]');
    const card = isMove && leadOf(event.target);
    if (card) openMenu(card);
  }

  const menuStep = steps.find(({ items }) => items.some(({ id }) => id === menuOf?.leadId));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the cards in it, which are links
    <div
      ref={board}
      onPointerEnter={() => setPointed(true)}
      onFocus={({ target }: FocusEvent) => setActive((now) => leadOf(target)?.dataset.lead ?? now)}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="-mx-4 flex min-h-0 grow snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 sm:-mx-6 sm:snap-none sm:scroll-px-6 sm:px-6"
    >
      {steps.map((step, position) => (
        <Column
          key={step.id}
          step={step}
          position={position}
          funnelId={props.funnelId}
          canMove={canMove}
          takesLeads={props.takesLeads}
          isFiltered={props.isFiltered}
          activeId={step.items.some(({ id }) => id === activeId) ? activeId : undefined}
          ownerOf={props.ownerOf}
          hrefOf={hrefOf}
          drag={drag}
          isDragging={isDragging}
          onOpen={openLead}
          onDrop={dropped}
          loadMore={props.loadMore}
        />
      ))}
      <LazyDialog
        dialog={moveMenu}
        open={menuOf !== undefined}
        onCancel={() => setMenuOf(undefined)}
      >
        {(MoveMenu) =>
          menuOf &&
          menuStep && (
            <MoveMenu
              {...menuOf}
              stepId={menuStep.id}
              steps={steps}
              onMove={(stepId) => moveTo(menuOf.leadId, stepId)}
              onClose={() => setMenuOf(undefined)}
            />
          )
        }
      </LazyDialog>
    </div>
  );
}
