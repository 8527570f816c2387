import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { SearchDialog } from './pages/search-dialog.ts';
import { Shell } from './pages/shell.ts';
import { ShortcutsDialog } from './pages/shortcuts-dialog.ts';

test('the search runs commands, found by the words of their names', async ({ page, company }) => {
  const search = new SearchDialog(page);
  const shell = new Shell(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await new FunnelsPage(page).open(company);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(search.leads.first()).toHaveText(/^Go to /);

  await search.input.fill('keys api');
  await expect(search.current).toHaveText('Go to API keys');
  await expect(search.leads).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(shell.heading).toHaveText('API keys');
  await expect(search.dialog).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await search.input.fill('dark');
  await search.leads.filter({ hasText: 'Use the dark theme' }).click();
  await expect(page.locator('html')).toContainClass('dark');
});

test('the search creates a funnel, a key and a lead, in the dialogs of their screens', async ({
  page,
  company,
}) => {
  const search = new SearchDialog(page);
  const shell = new Shell(page);
  await new FunnelsPage(page).open(company, '?show=archived');
  for (const [text, label, heading, dialog] of [
    ['new fun', 'New funnel', 'Funnels', 'New funnel'],
    ['create', 'Create API key', 'API keys', 'Create API key'],
    ['add', 'Add lead', 'Leads', 'Add lead'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k');
    await search.input.fill(text);
    await search.leads.filter({ hasText: label }).click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    expect(page.url()).not.toContain('create=');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(shell.heading).toHaveText(heading);
  }
  await page.goBack();
  await expect(shell.heading).toHaveText('API keys');
  await page.goBack();
  await expect(page).toHaveURL(/\?show=archived$/);
});

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });

  test('finds no commands that create or lead to settings of the company @viewer', async ({
    page,
    company,
  }) => {
    const search = new SearchDialog(page);
    await new FunnelsPage(page).open(company, '?create=yes');
    await expect(page).toHaveURL(/\/funnels$/);
    await page.keyboard.press('ControlOrMeta+k');
    await expect(search.leads.first()).toHaveText(/^Go to /);
    const forAdmins = /^(Add|New|Create|Go to (API keys|Inbound|Self-test|Audit|Company))/;
    await expect(search.leads.filter({ hasText: forAdmins })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(new Shell(page).navigation).not.toContainText('Settings');
  });
});

test('keys go to the sections of the company, but not while someone types', async ({
  page,
  company,
}) => {
  const shell = new Shell(page);
  const search = new SearchDialog(page);
  await new FunnelsPage(page).open(company);
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await expect(shell.heading).toHaveText('API keys');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(shell.heading).toHaveText('Integrate');

  await search.open.click();
  await search.input.pressSequentially('gk?');
  await expect(search.input).toHaveValue('gk?');
  await expect(page).toHaveURL(/\/integrate$/);
});

test('lists the shortcuts, and turns those of one key off for this browser', async ({
  page,
  company,
}) => {
  const keys = new ApiKeysPage(page);
  const shell = new Shell(page);
  const shortcuts = new ShortcutsDialog(page);
  const search = new SearchDialog(page);
  await keys.open(company);
  await page.keyboard.press('?');
  await expect(shortcuts.dialog).toBeVisible();
  expect(await audit(page, 'the shortcuts')).toEqual([]);
  await shortcuts.switch.uncheck();
  await shortcuts.close.click();
  await expect(shortcuts.dialog).toBeHidden();

  await page.reload();
  await keys.open(company);
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(search.dialog).toBeVisible();
  await expect(shortcuts.dialog).toBeHidden();
  await page.keyboard.press('Escape');

  await shell.account.click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await shortcuts.switch.check();
  await shortcuts.close.click();
  await expect(shortcuts.dialog).toBeHidden();
  await page.keyboard.press('/');
  await expect(search.dialog).toBeVisible();
});
