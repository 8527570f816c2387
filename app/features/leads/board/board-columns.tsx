'use client';

import {
  Activity,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { copyText } from '#app/_ui/copy-button.tsx';
import { AnchoredMenu, MenuRadioGroup } from '#app/_ui/menu.tsx';
import { useShortcutSwitch } from '#app/_ui/use-shortcuts.ts';
import { useHeldLeads } from '#app/features/leads/new-leads.tsx';
import {
  onceRendered,
  openLead,
  useKeptInSight,
  useLeadHref,
  useOpenId,
} from '#app/features/leads/open-lead.ts';
import type { Owner } from '#app/features/leads/owner-looks.ts';
import type { BoardStep } from '#server/panel-api/schemas/board.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';
import type { DragModule } from './card.tsx';
import { Column } from './column.tsx';
import { type Board, leadAfter, useBoardSettings } from './use-board.ts';
import type { Move } from './use-move.ts';

interface BoardColumnsProps {
  funnelId: string;
  steps: readonly BoardStep[];
  canMove: boolean;
  takesLeads: boolean;
  isFiltered: boolean;
  /** New leads wait above the columns. */
  isPaused: boolean;
  ownerOf: (id: string | null) => Owner | undefined;
  loadMore: Board['loadMore'];
  move: (move: Move) => void;
  /** Ids of the leads that the user has moved. */
  moved: ReadonlySet<string>;
}

/** The id, if its lead is shown in the column. */
const ifIn = (items: readonly LeadRow[], leadId: string | undefined) =>
  items.some(({ id }) => id === leadId) ? leadId : undefined;

const leadOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-lead]') : null;

/** The code for dragging, loaded with the first pointer on the board. Without it, the menu of a card moves it. */
function useDrag(isWanted: boolean): DragModule | undefined {
  const [drag, setDrag] = useState<DragModule>();

  useEffect(() => {
    if (isWanted) import('./drag.ts').then(setDrag, () => {});
  }, [isWanted]);

  return drag;
}

/** The columns side by side. One card of all is a tab stop; arrow keys move the focus between cards. */
export function BoardColumns(props: BoardColumnsProps) {
  const { steps, canMove, isPaused, move, moved } = props;
  const board = useRef<HTMLDivElement>(null);
  const hrefOf = useLeadHref();
  const [active, setActive] = useState<string>();
  const openId = useOpenId();
  const [seenOpen, setSeenOpen] = useState(openId);
  if (openId !== seenOpen) {
    setSeenOpen(openId);
    if (openId !== undefined) setActive(openId);
  }
  useKeptInSight(openId);
  const [menuOf, setMenuOf] = useState<{ leadId: string; anchor: HTMLElement }>();
  const [isPointed, setPointed] = useState(false);
  const [isDragging, setDragging] = useState(false);
  const drag = useDrag(isPointed && canMove);
  const [scrolled, setScrolled] = useState<ReadonlySet<string>>(() => new Set());
  const { shownOf, release } = useHeldLeads({
    lists: steps,
    isHeld: (stepId) => isDragging || isPaused || scrolled.has(stepId),
    exempt: moved,
  });
  const columns = steps.map((step) => ({ step, items: shownOf(step) }));
  const [{ compact }] = useBoardSettings();
  const { copiedId, copyId } = useCopyId();
  const [hasShortcuts] = useShortcutSwitch();

  useEffect(() => {
    if (!drag || !board.current) return undefined;
    return drag.followDrags(board.current, setDragging);
  }, [drag]);

  const isShown = (id: string | undefined) =>
    columns.some(({ items }) => items.some((item) => item.id === id));
  const [first] = columns.flatMap(({ items }) => items.slice(0, 1));
  const activeId = isShown(active) ? active : first?.id;

  const onScrolled = useCallback((stepId: string, isScrolled: boolean) => {
    setScrolled((before) => {
      const others = [...before].filter((id) => id !== stepId);
      return new Set(isScrolled ? [...others, stepId] : others);
    });
  }, []);

  function moveTo(leadId: string, stepId: string) {
    const from = steps.find(({ items }) => items.some(({ id }) => id === leadId));
    const lead = from?.items.find(({ id }) => id === leadId);
    const to = steps.find(({ id }) => id === stepId);
    if (lead && from && to) move({ lead, from, to });
  }
  function drop(leadId: string, stepId: string) {
    moveTo(leadId, stepId);
    // In another column the card is another element, which the focus would not be on.
    focusLead(leadId, leadId);
  }
  const latestDrop = useRef(drop);
  useEffect(() => {
    latestDrop.current = drop;
  });
  const dropped = useCallback(
    (leadId: string, stepId: string) => latestDrop.current(leadId, stepId),
    [],
  );

  function focusLead(id: string, before: string | undefined) {
    setActive(id);
    onceRendered(id, (card) => {
      if (!card) return setActive(before);
      card.querySelector('a')?.focus({ preventScroll: true });
      card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  }

  function openMenu(card: HTMLElement) {
    const anchor = card.querySelector<HTMLElement>('[data-move]');
    const leadId = card.dataset.lead;
    if (!anchor || !leadId) return;
    setActive(leadId);
    setMenuOf({ leadId, anchor });
  }

  /** What a letter does with a card. */
  function actionOf(key: string) {
    if (!hasShortcuts) return undefined;
    if (key === 'm') return openMenu;
    return key === 'y' ? copyId : undefined;
  }

  function onKeyDown(event: KeyboardEvent) {
    const card = leadOf(event.target);
    const id = card?.dataset.lead;
    if (!card || !id || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = leadAfter(columns, id, event.key);
    const act = next === undefined ? actionOf(event.key) : () => focusLead(next, id);
    if (!act) return;

    event.preventDefault();
    act(card, id);
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
      data-compact={compact || undefined}
      className="group/board -mx-4 flex min-h-0 grow snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 sm:-mx-6 sm:snap-none sm:scroll-px-6 sm:px-6"
    >
      {columns.map((column, position) => (
        // Each column hydrates after the screen.
        <Activity key={column.step.id}>
          <Column
            {...column}
            position={position}
            funnelId={props.funnelId}
            canMove={canMove}
            takesLeads={props.takesLeads}
            isFiltered={props.isFiltered}
            activeId={ifIn(column.items, activeId)}
            copiedId={ifIn(column.items, copiedId)}
            ownerOf={props.ownerOf}
            hrefOf={hrefOf}
            drag={drag}
            onRelease={release}
            onScrolled={onScrolled}
            onOpen={openLead}
            onDrop={dropped}
            loadMore={props.loadMore}
          />
        </Activity>
      ))}
      {menuOf && menuStep && (
        <MoveMenu
          {...menuOf}
          stepId={menuStep.id}
          steps={steps}
          onMove={(stepId) => {
            moveTo(menuOf.leadId, stepId);
            // A long column renders the card later than the menu gives the focus back.
            focusLead(menuOf.leadId, menuOf.leadId);
          }}
          onClose={() => setMenuOf(undefined)}
        />
      )}
    </div>
  );
}

/** Milliseconds. */
const shownFor = 2_000;

/** The id of the lead that was copied last, for as long as its card says so. */
function useCopyId() {
  const announce = useAnnounce();
  const [copiedId, setCopiedId] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copyId(card: HTMLElement, id: string) {
    const isCopied = await copyText(id, card);
    announce(isCopied ? 'Lead ID copied' : "Not copied. The lead's address ends with its ID.");
    clearTimeout(timer.current);
    setCopiedId(isCopied ? id : undefined);
    timer.current = setTimeout(() => setCopiedId(undefined), shownFor);
  }

  return { copiedId, copyId };
}

interface MoveMenuProps {
  anchor: HTMLElement;
  leadId: string;
  /** The step that the lead is in. */
  stepId: string;
  steps: readonly { id: string; name: string }[];
  onMove: (stepId: string) => void;
  onClose: () => void;
}

/** The steps that a card can be moved to. The focus goes back to the card, wherever it is then. */
function MoveMenu({ anchor, leadId, stepId, steps, onMove, onClose }: MoveMenuProps) {
  const card = () => document.querySelector<HTMLElement>(`[data-lead="${leadId}"] a`);

  return (
    <AnchoredMenu anchor={anchor} finalFocus={card} onClose={onClose}>
      <MenuRadioGroup
        label="Move to"
        value={stepId}
        onValueChange={onMove}
        options={steps.map((step) => ({ value: step.id, label: <bdi>{step.name}</bdi> }))}
      />
    </AnchoredMenu>
  );
}
