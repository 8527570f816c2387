import type { Page } from '@playwright/test';
import { phase } from '#server/process/progress.mjs';
import { boardUrl, columnOf, firstCard, openBoard, startBrowser } from './browser.ts';
import { recordFrames } from './frames.ts';
import { pause } from './processes.ts';
import type { LeadServer } from './targets.ts';
import type { Run } from './turns.ts';

const wantedInteractive = 1_000;
const wantedFrame = 50;
/** Cards that are loaded by scrolling: four pages. */
const scrolledTo = 200;
const scrollMs = 20_000;
/** Between two turns of the wheel, or moves of the mouse. */
const inputMs = 16;
const wheelPixels = 250;
const dragMoves = 60;

/**
 * Opens the board anew.
 *
 * @returns milliseconds from the navigation to the first byte, until a card has taken the focus, and
 *   until its menu is open, which a key was pressed for at once
 */
async function timeOpening(page: Page, product: LeadServer) {
  await page.goto('about:blank');
  await page.goto(boardUrl(product), { waitUntil: 'commit' });
  return page.evaluate(async (cardSelector) => {
    const untilFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let card: HTMLElement | null = null;
    while (!card || document.activeElement !== card) {
      await untilFrame();
      if (!document.documentElement.hasAttribute('data-hydrated')) continue;
      card = document.querySelector<HTMLElement>(cardSelector);
      card?.focus();
    }
    const interactive = performance.now();
    card.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true, cancelable: true }));
    while (!document.querySelector('[role="menu"]')) await untilFrame();
    const [navigation] = performance.getEntriesByType('navigation');
    const firstByte = navigation instanceof PerformanceNavigationTiming && navigation.responseStart;
    return { firstByte: Number(firstByte), interactive, menu: performance.now() };
  }, firstCard);
}

/** Turns the wheel over the first column until several pages are loaded. */
async function scroll(page: Page, column: string): Promise<void> {
  const lastCard = page.locator(`${column} [data-lead]`).last();
  await page.locator(`${column} [data-lead]`).first().hover();
  const until = performance.now() + scrollMs;
  while (performance.now() < until) {
    for (let turn = 0; turn < 10; turn += 1) {
      await page.mouse.wheel(0, wheelPixels);
      await pause(inputMs);
    }
    if (Number(await lastCard.getAttribute('aria-posinset')) >= scrolledTo) return;
  }
  throw new Error(`The column has not loaded ${scrolledTo} cards in ${scrollMs / 1_000} s`);
}

/** Drags the first card of a column to another one. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  // What drags is loaded when the pointer enters the board.
  await page.mouse.move(0, 0);
  await page.locator(`${from} [data-lead]`).first().hover();
  const card = page.locator(`${from} [data-lead][draggable="true"]`).first();
  const [start, end] = [await card.boundingBox(), await page.locator(to).boundingBox()];
  const id = await card.getAttribute('data-lead');
  if (!start || !end || !id) throw new Error('The board has no card to drag');
  const [x, y] = [start.x + 40, start.y + 70];
  const [toX, toY] = [end.x + 100, end.y + 160];

  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let move = 1; move <= dragMoves; move += 1) {
    const share = move / dragMoves;
    await page.mouse.move(x + (toX - x) * share, y + (toY - y) * share);
    await pause(inputMs);
  }
  await page.mouse.up();
  await page.locator(`${to} [data-lead="${id}"]`).waitFor();
}

/** How soon the board of a funnel can be used, and whether it moves without a halt. */
export async function measureBoard({ report, plan }: Run, product: LeadServer): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const context = await startBrowser(stack, product);
  const [first, , third] = product.installation.stepIds.map(columnOf);
  if (!first || !third) throw new Error('The board has too few columns');
  const openings: Awaited<ReturnType<typeof timeOpening>>[] = [];
  const scrolls: Awaited<ReturnType<typeof recordFrames>>[] = [];
  const drags: typeof scrolls = [];

  await phase('Visiting the board for the first time', async () => {
    const page = await context.newPage();
    await openBoard(page, product);
    await page.close();
  });
  for (let round = 1; round <= plan.rounds; round += 1) {
    await phase(`Board, round ${round} of ${plan.rounds}`, async () => {
      const page = await context.newPage();
      openings.push(await timeOpening(page, product));
      await openBoard(page, product);
      scrolls.push(await recordFrames(page, () => scroll(page, first)));
      await openBoard(page, product);
      drags.push(await recordFrames(page, () => drag(page, first, third)));
      await page.close();
    });
  }

  const { name } = product;
  const ofOpenings = (figure: keyof (typeof openings)[number]) =>
    openings.map((opening) => opening[figure]);
  report.add(`board, ${name}, first byte`, 'ms', ofOpenings('firstByte'));
  const interactive = report.add(`board, ${name}, interactive`, 'ms', ofOpenings('interactive'));
  report.hold(interactive, { atMost: wantedInteractive });
  const menu = report.add(`board, ${name}, menu of a card open`, 'ms', ofOpenings('menu'));
  report.hold(menu, { atMost: wantedInteractive });
  for (const [what, rounds] of Object.entries({ scrolling: scrolls, dragging: drags })) {
    const label = `board, ${name}, longest frame while ${what}`;
    const frame = rounds.map(({ interval }) => interval);
    report.hold(report.add(label, 'ms', frame), { atMost: wantedFrame });
    const work = rounds.map(({ task }) => task);
    report.hold(report.add(`${label}, its work`, 'ms', work), { atMost: wantedFrame });
  }
}
