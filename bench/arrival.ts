import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { phase } from '#server/process/progress.mjs';
import { columnOf, openBoard, startBrowser } from './browser.ts';
import { pause } from './processes.ts';
import { percentile } from './statistics.ts';
import type { LeadServer } from './targets.ts';
import type { Run } from './turns.ts';

const trials = 200;
const warmUps = 10;
/** Between two leads, in milliseconds: more than between two announcements, and not in step with them. */
const between = { from: 250, to: 400 };
const arrivalMs = 5_000;
const wantedP99 = 150;

const created = z.object({ data: z.object({ id: z.string() }) });

/** Keeps in the page when each card was added to a column, by the clock that all processes share. */
const watchCards = (page: Page, column: string) =>
  page.evaluateHandle((selector) => {
    const seen = new Map<string, number>();
    const look = () => {
      for (const { dataset } of document.querySelectorAll<HTMLElement>(`${selector} [data-lead]`)) {
        if (dataset.lead && !seen.has(dataset.lead)) seen.set(dataset.lead, Date.now());
      }
    };
    look();
    const list = document.querySelector(selector);
    if (list) {
      const options = { childList: true, subtree: true, attributeFilter: ['data-lead'] };
      new MutationObserver(look).observe(list, options);
    }
    return seen;
  }, column);

/** How long after it is sent a lead is on the board that a browser has open. */
export async function measureArrivals({ report }: Run, product: LeadServer): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const page = await (await startBrowser(stack, product)).newPage();
  await openBoard(page, product);
  const seen = await watchCards(page, columnOf(product.installation.stepId));
  const { url, ...request } = product.installation.requestTo(product.service);

  async function send(): Promise<number> {
    const sentAt = Date.now();
    const answer = await fetch(url, request);
    const { id } = created.parse(await answer.json()).data;
    const until = performance.now() + arrivalMs;
    while (performance.now() < until) {
      await pause(randomInt(between.from, between.to));
      const seenAt = await seen.evaluate((cards, leadId) => cards.get(leadId), id);
      if (seenAt !== undefined) return seenAt - sentAt;
    }
    throw new Error(`A lead is not on the board after ${arrivalMs / 1_000} s`);
  }

  const taken = await phase(`Sending ${trials} leads to an open board`, async () => {
    const times: number[] = [];
    for (let trial = 0; trial < warmUps + trials; trial += 1) times.push(await send());
    return Float64Array.from(times.slice(warmUps)).sort();
  });
  for (const share of [0.5, 0.95, 0.99]) {
    const name = `a lead is on an open board, p${100 * share}`;
    const series = report.add(name, 'ms', [percentile(taken, share)]);
    if (share === 0.99) report.hold(series, { atMost: wantedP99 });
  }
}
