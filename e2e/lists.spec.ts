import type { Page } from '@playwright/test';
import { sendLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { MoveDialog } from './pages/dialogs.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { StepPage } from './pages/step-page.ts';

test.describe.configure({ timeout: 180_000 });

test('API keys are searched, and sorted by columns', async ({ page, company, panel }) => {
  const keys = new ApiKeysPage(page);
  const word = unique('Quick').split(' ')[1] ?? '';
  const expiresAt = '2099-01-31T00:00:00.000Z';
  for (const name of ['Zeta', 'Álpha', 'Mid']) {
    await panel.createKey({
      name: `${name} ${word}`,
      expiresAt: name === 'Mid' ? expiresAt : null,
    });
  }
  await panel.createKey({ name: `Other ${word.split('').reverse().join('')}` });
  await panel.createKey();
  await keys.open(company);
  await keys.search.fill(`${word} alpha`);
  await expect(keys.names).toHaveCount(1);
  await expect(keys.names).toContainText(`Álpha ${word}`);
  await keys.search.fill(word);
  await expect(keys.names).toHaveCount(3);
  await keys.column('Name').getByRole('button').click();
  await expect(keys.column('Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(keys.names).toContainText(['Álpha', 'Mid', 'Zeta']);
  await keys.column('Name').getByRole('button').click();
  await expect(keys.column('Name')).toHaveAttribute('aria-sort', 'descending');
  await expect(keys.names).toContainText(['Zeta', 'Mid', 'Álpha']);
  await keys.order.selectOption('expires');
  await expect(keys.column('Expires')).toHaveAttribute('aria-sort', 'ascending');
  await expect(keys.names.first()).toContainText('Mid');
  expect(await audit(page, 'sorted API keys')).toEqual([]);

  await keys.search.fill('no such key');
  await expect(keys.names).toHaveCount(0);
  await keys.clearSearch.click();
  await expect(keys.row(`Zeta ${word}`)).toBeVisible();
});

test('funnels are searched and sorted, and moved far in one go', { tag: '@own' }, async ({
  page,
  company,
  panel,
  send,
}) => {
  const funnels = new FunnelsPage(page);
  const move = new MoveDialog(page);
  const word = unique('Funnel').split(' ')[1] ?? '';
  const made = [];
  for (let n = 1; n <= 6; n += 1) {
    made.push(await panel.createFunnel({ name: `F${n} ${word}`, steps: ['New'] }));
  }
  await send(made[3]?.step.id ?? '', { name: 'Ada' });
  const names = (...numbers: number[]) => numbers.map((n) => `F${n} ${word}`);
  await funnels.open(company);
  await funnels.search.fill(word);
  await expect(funnels.names).toHaveText(names(1, 2, 3, 4, 5, 6));
  await funnels.column('Today').getByRole('button').click();
  await expect(funnels.column('Today')).toHaveAttribute('aria-sort', 'descending');
  await expect(funnels.names.first()).toHaveText(`F4 ${word}`);
  await funnels.menuOf(`F4 ${word}`).click();
  const menu = funnels.openMenu(`F4 ${word}`);
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Move to top' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await funnels.column('Today').getByRole('button').click();
  await funnels.column('Today').getByRole('button').click();
  await expect(funnels.column('Today')).not.toHaveAttribute('aria-sort');

  await funnels.act(`F6 ${word}`, 'Move to top');
  await expect(funnels.names).toHaveText(names(6, 1, 2, 3, 4, 5));
  await funnels.act(`F5 ${word}`, 'Move to position…');
  await move.position.fill('0');
  await move.move.click();
  await expect(move.position).toHaveAccessibleDescription(/Enter a whole number/);
  await page.keyboard.press('Escape');

  /* The funnel that the company begins with is above the second one. */
  await funnels.act(`F5 ${word}`, 'Move to position…');
  await move.position.fill('4');
  await move.move.click();
  await expect(funnels.names).toHaveText(names(6, 1, 5, 2, 3, 4));
});

/* The menu is that of a funnel. */
test('a step is moved to the top from its menu', { tag: '@full' }, async ({
  page,
  company,
  panel,
}) => {
  const screen = new FunnelPage(page);
  const funnel = await panel.createFunnel({ steps: ['One', 'Two', 'Three', 'Four'] });
  await screen.open(company, funnel.id);
  await screen.act('Four', 'Move to top');

  await expect(screen.stepLinks).toHaveText(['Four', 'One', 'Two', 'Three']);
});

/** Makes the processor of the browser so many times slower. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Scrolls until all leads are loaded and the last one is shown, as a person does. */
async function loadAll(page: Page, step: StepPage, rows: number): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 3_000);
    expect(await step.table.getAttribute('aria-rowcount')).toBe(String(rows));
    expect(await step.leads.last().getAttribute('aria-rowindex')).toBe(String(rows));
  }).toPass({ timeout: 60_000, intervals: [100] });
}

test('of 550 leads only the rows near the window are in the document', { tag: '@full' }, async ({
  page,
  company,
  panel,
  api,
}) => {
  const step = new StepPage(page);
  const funnel = await panel.createFunnel();
  const { secret } = await panel.createKey({ rateLimit: 0 });
  const send = (name: string) =>
    sendLead(api, { stepId: funnel.step.id, secret }, { name, phones: ['5511987654321'] });
  for (let start = 0; start < 550; start += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => send(`Lead ${start + n}`)));
  }
  await step.open(company, funnel.id, funnel.step.id);
  await expect(step.leads).toHaveCount(25);
  await page.getByRole('main').hover();
  await slowDown(page, 4);
  await loadAll(page, step, 551);
  await slowDown(page, 1);
  expect(await step.leads.count()).toBeLessThan(60);

  // The focused row stays, and the Tab key goes on from it.
  const link = step.leads.nth(-12).getByRole('link');
  const index = Number(await step.leads.nth(-12).getAttribute('aria-rowindex'));
  await link.focus();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(step.leads.first()).toHaveAttribute('aria-rowindex', '2');
  expect(await page.evaluate(() => document.activeElement?.closest('tr')?.ariaRowIndex)).toBe(
    String(index),
  );
  await step.leads.first().getByRole('link').focus();
  // A row has three controls. A held key is pressed at most once a frame.
  for (let n = 0; n < 120; n += 1) {
    await page.keyboard.press('Tab');
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const reached = await page.evaluate(
    () => document.activeElement?.closest('tr')?.ariaRowIndex ?? '',
  );
  expect(Number(reached)).toBeGreaterThan(30);

  // At the top, where the header covers no row in part.
  await page.evaluate(() => scrollTo(0, 0));
  await expect(step.leads.first()).toHaveAttribute('aria-rowindex', '2');
  expect(await audit(page, 'a long list of leads')).toEqual([]);
  await send('Just came');
  await expect(step.names.first()).toHaveText('Just came');
  await expect(step.table).toHaveAttribute('aria-rowcount', '552');
  expect(await step.leads.count()).toBeLessThan(60);

  // Cards have another height.
  await page.setViewportSize({ width: 390, height: 800 });
  // Each row that is measured moves the end.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await step.leads.last().getAttribute('aria-rowindex')).toBe('552');
  }).toPass({ timeout: 20_000 });
  expect(await step.leads.count()).toBeLessThan(60);
});
