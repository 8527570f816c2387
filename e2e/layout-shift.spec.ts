import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { delayCode } from './network.ts';
import { LeadPage } from './pages/lead-page.ts';

interface Shift {
  value: number;
  /** The elements that moved. */
  of: string[];
}

/** The layout shifts of a page while its code arrives late. */
async function shiftsOf(page: Page, path: string, ready: Locator): Promise<Shift[]> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const of = Reflect.get(entry, 'sources').map(({ node }: { node: Node | null }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${element?.tagName}.${element?.className}: ${element?.textContent?.slice(0, 40)}`;
        });
        shifts.push({ value: Reflect.get(entry, 'value'), of });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const release = await delayCode(page);
  await page.goto(path, { waitUntil: 'commit' });
  await ready.waitFor();
  await page.evaluate(() => document.fonts.ready);
  release();
  await page.locator('html[data-hydrated]').waitFor();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

  return page.evaluate(() => Reflect.get(window, 'shifts'));
}

const sum = (shifts: Shift[]) => shifts.reduce((total, { value }) => total + value, 0);

for (const width of [390, 1280]) {
  test(`the lead's page does not shift at ${width} px`, async ({ page, company, panel, send }) => {
    await page.setViewportSize({ width, height: 800 });
    const { step } = await panel.createFunnel({ steps: ['New enquiries', 'Won'] });
    const [lead] = await send(step.id, {
      name: 'Maria da Silva',
      phones: ['+55 11 98765-4321'],
      email: 'maria@example.test',
      campaignName: 'Spring',
    });
    const leadShifts = await shiftsOf(
      page,
      `/${company}/leads/${lead?.id}`,
      new LeadPage(page).timeline.first(),
    );
    expect(sum(leadShifts), JSON.stringify(leadShifts)).toBeLessThanOrEqual(0.02);
  });
}
