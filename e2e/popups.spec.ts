import { expect, test } from './fixtures.ts';
import { delayCode, dropCode } from './network.ts';
import { NewFunnelDialog } from './pages/dialogs.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { waitForHydration } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

test('a dialog whose code cannot be loaded leaves the screen, and opens after a reload', async ({
  page,
  company,
}) => {
  const funnels = new FunnelsPage(page);
  await funnels.open(company);
  const repair = await dropCode(page);
  await funnels.newFunnel.click();
  const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(notice).toBeVisible();
  await expect(new Shell(page).heading).toHaveText('Funnels');
  await repair();
  const loaded = page.waitForEvent('load');
  await notice.getByRole('button', { name: 'Reload the page' }).click();
  await loaded;
  await waitForHydration(page);
  await funnels.newFunnel.click();

  await expect(new NewFunnelDialog(page).name).toBeFocused();
});

test('a press counts also when the page moves what is pressed, but not when the pointer leaves it', async ({
  page,
  company,
}) => {
  const funnels = new FunnelsPage(page);
  const { dialog } = new NewFunnelDialog(page);
  await funnels.open(company);
  await funnels.newFunnel.hover();
  await page.mouse.down();
  await page.mouse.move(600, 600);
  await page.mouse.up();
  await expect(dialog).toBeHidden();

  await funnels.newFunnel.hover();
  await page.mouse.down();
  await page.locator('main').evaluate((main) => main.style.setProperty('margin-top', '200px'));
  await page.mouse.up();
  await expect(dialog).toBeVisible();
});

test('repeated presses while a dialog loads open it once', { tag: '@full' }, async ({
  page,
  company,
}) => {
  const funnels = new FunnelsPage(page);
  const dialog = new NewFunnelDialog(page);
  await funnels.open(company);
  const releaseCode = await delayCode(page);
  for (let press = 0; press < 3; press += 1) await funnels.newFunnel.click();
  await expect(dialog.dialog).toHaveCount(0);
  releaseCode();
  await expect(dialog.name).toBeFocused();
  await expect(dialog.dialog).toHaveCount(1);

  await page.keyboard.press('Escape');
  await expect(dialog.dialog).toBeHidden();
  await expect(funnels.newFunnel).toBeFocused();
});

test('an icon button shows its tooltip on hover and on keyboard focus, and its menu by keyboard focuses its first or last item', async ({
  page,
  company,
  panel,
}) => {
  const [funnels, shell] = [new FunnelsPage(page), new Shell(page)];
  const { name } = await panel.createFunnel();
  const row = funnels.menuOf(name);
  const tip = page.locator('[data-tooltip-popup]');
  await funnels.open(company);
  await row.hover();
  await expect(tip).toHaveText(`Actions for ${name}`);
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();

  await page.mouse.move(0, 0);
  await funnels.link(name).focus();
  await page.keyboard.press('Tab');
  await expect(row).toBeFocused();
  await expect(tip).toBeVisible();
  // A menu that is opened again renders otherwise than the first time.
  for (let opening = 0; opening < 2; opening += 1) {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
    await expect(tip).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(row).toBeFocused();
  }

  await shell.account.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(shell.account).toBeFocused();
});
