import { isNewer, keptBehind } from '#app/[company]/_leads/lead-order.ts';
import type { BoardStep, BoardView } from '#server/panel-api/schemas/board.ts';
import type { LeadPage, LeadRow } from '#server/panel-api/schemas/leads.ts';

const idsOf = (items: readonly { id: string }[]) => new Set(items.map(({ id }) => id));

/** A step with a new first page. What was loaded behind it is kept, unless there would be a gap. */
function mergeStep(loaded: BoardStep | undefined, fresh: BoardStep): BoardStep {
  const rest = loaded ? keptBehind(loaded.items, fresh) : [];
  if (!loaded || rest.length === 0) return fresh;
  return { ...fresh, items: [...fresh.items, ...rest], nextCursor: loaded.nextCursor };
}

/**
 * The loaded board with the steps that were read again. A lead that is now in one of them is removed
 * from the others.
 *
 * @param asked the steps that were read; absent for all, which also removes archived ones
 */
export function mergeBoard(
  loaded: BoardView | undefined,
  fresh: BoardView,
  asked?: readonly string[],
): BoardView {
  if (!loaded) return fresh;

  const before = new Map(loaded.steps.map((step) => [step.id, step]));
  const read = new Map(fresh.steps.map((step) => [step.id, step]));
  const order = asked ? loaded.steps : fresh.steps;
  const stepOf = new Map(
    fresh.steps.flatMap((step) => step.items.map((item) => [item.id, step.id] as const)),
  );
  const steps = order.map((step) => {
    const again = read.get(step.id);
    const merged = again ? mergeStep(before.get(step.id), again) : step;
    const items = merged.items.filter((item) => (stepOf.get(item.id) ?? step.id) === step.id);
    return items.length === merged.items.length ? merged : { ...merged, items };
  });

  return { steps };
}

/** How many leads are new on the board: not those that were moved, or were loaded at last. */
export function countArrivals(loaded: BoardView, fresh: BoardView): number {
  const known = idsOf(loaded.steps.flatMap((step) => step.items));
  const arrived = fresh.steps.map(({ id, items }) => {
    const [newest] = loaded.steps.find((step) => step.id === id)?.items ?? [];
    return items.filter((item) => !known.has(item.id) && (!newest || isNewer(item, newest))).length;
  });

  return arrived.reduce((sum, leads) => sum + leads, 0);
}

/**
 * What a column shows while it is held: no lead that is newer than the first one of then, but for
 * those that the user has moved.
 *
 * @param top undefined for a column that is not held
 */
export function holdBack(
  items: readonly LeadRow[],
  top: LeadRow | undefined,
  moved: ReadonlySet<string>,
): readonly LeadRow[] {
  if (!top) return items;
  const shown = items.filter((item) => !isNewer(item, top) || moved.has(item.id));
  return shown.length === items.length ? items : shown;
}

/** Adds the next page of a step, unless the step has been read again meanwhile. */
export function appendPage(
  board: BoardView,
  { stepId, cursor }: { stepId: string; cursor: string },
  page: LeadPage,
): BoardView {
  const steps = board.steps.map((step) => {
    if (step.id !== stepId || step.nextCursor !== cursor) return step;
    const known = idsOf(step.items);
    const items = [...step.items, ...page.items.filter(({ id }) => !known.has(id))];
    return { ...step, items, nextCursor: page.nextCursor };
  });

  return { steps };
}

/** Puts a lead into a step, at its place by arrival; a step that is not on the board takes it away. */
export function moveCard(board: BoardView, lead: LeadRow, to: string): BoardView {
  const steps = board.steps.map((step) => {
    const isHere = step.items.some(({ id }) => id === lead.id);
    if (isHere === (step.id === to)) return step;

    const others = step.items.filter(({ id }) => id !== lead.id);
    if (isHere) return { ...step, items: others, leads: Math.max(0, step.leads - 1) };
    const before = others.findIndex((item) => isNewer(lead, item));
    const items = others.toSpliced(before < 0 ? others.length : before, 0, lead);
    return { ...step, items, leads: step.leads + 1 };
  });

  return { steps };
}
