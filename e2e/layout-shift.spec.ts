import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sendLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { delayCode, dropCalls } from './network.ts';

interface Shift {
  value: number;
  /** The elements that moved. */
  of: string[];
}

/** The layout shifts of a page while its code arrives late. */
async function shiftsOf(page: Page, path: string): Promise<Shift[]> {
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
  // The screen is read again when the stream opens.
  await dropCalls(page, 'changes.follow');
  const release = await delayCode(page);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('main h1').waitFor();
  await page.locator('[role=rowheader], main li').last().waitFor();
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
  test(`no screen shifts at ${width} px`, { tag: '@full' }, async ({
    context,
    company,
    panel,
    api,
  }) => {
    const { id, step } = await panel.createFunnel({ steps: ['New enquiries', 'Won'] });
    const key = await panel.createKey();
    const address = await panel.createAddress(step.id, 'typeform');
    /* In a shared company, leads with the same email address or phone would be its duplicates. */
    const call = { stepId: step.id, secret: key.secret };
    const lead = await sendLead(api, call, {
      name: 'Maria da Silva',
      email: `maria.${randomUUID()}@example.test`,
      campaignName: 'Spring',
    });

    const paths = [
      'settings/api-keys',
      `settings/api-keys/${key.id}`,
      'settings/inbound-addresses',
      `settings/inbound-addresses/${address.id}`,
      'funnels',
      'integrate',
      `funnels/${id}`,
      `funnels/${id}/steps`,
      `funnels/${id}/steps/${step.id}`,
    ];
    for (const path of [...paths, `leads/${lead.id}`]) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 800 });
      const shifts = await shiftsOf(page, `/${company}/${path}`);
      expect(sum(shifts), `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.02);
      await page.close();
    }
  });
}
