import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { delayCode } from './network.ts';
import { LeadPage } from './pages/lead-page.ts';
import { StepPage } from './pages/step-page.ts';

/** The sum of the layout shifts of a page while its code arrives late. */
async function shiftOf(page: Page, path: string, ready: () => Promise<void>): Promise<number> {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.get(window, 'shifts').push(entry);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const release = await delayCode(page);
  await page.goto(path, { waitUntil: 'commit' });
  await ready();
  await page.evaluate(() => document.fonts.ready);
  release();
  await page.locator('html[data-hydrated]').waitFor();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

  return page.evaluate(() =>
    Reflect.get(window, 'shifts').reduce(
      (sum: number, { value }: { value: number }) => sum + value,
      0,
    ),
  );
}

for (const width of [390, 1280]) {
  test(`the lead's and the step's page do not shift at ${width} px`, async ({
    page,
    company,
    panel,
    send,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { id, step } = await panel.createFunnel({ steps: ['New enquiries', 'Won'] });
    const people = Array.from({ length: 12 }, (_, n) => ({
      name: `Maria da Silva ${n}`,
      phones: ['+55 11 98765-4321'],
      email: 'maria@example.test',
      campaignName: 'Spring',
    }));
    const [lead] = await send(step.id, ...people);
    const detail = new LeadPage(page);
    const list = new StepPage(page);

    const ofLead = await shiftOf(page, `/${company}/leads/${lead?.id}`, () =>
      detail.timeline.first().waitFor(),
    );
    expect.soft(ofLead, 'lead').toBeLessThanOrEqual(0.02);
    const ofStep = await shiftOf(page, `/${company}/funnels/${id}/steps/${step.id}`, () =>
      list.leads.first().waitFor(),
    );
    expect.soft(ofStep, 'step').toBeLessThanOrEqual(0.02);
  });
}
