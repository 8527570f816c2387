import { expect, test } from './fixtures.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { reload } from './pages/open.ts';
import { SearchDialog } from './pages/search-dialog.ts';
import { Shell } from './pages/shell.ts';
import { ShortcutsDialog } from './pages/shortcuts-dialog.ts';
import { StepPage } from './pages/step-page.ts';

test('the search opens dialogs over this screen or on their own, goes to sections and changes the theme', async ({
  page,
  company,
}) => {
  const [search, shell] = [new SearchDialog(page), new Shell(page)];
  const run = async (text: string, label: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await search.input.fill(text);
    await search.leads.filter({ hasText: label }).click();
  };
  const closeDialog = async (name: string) => {
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    expect(page.url()).not.toContain('create=');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await page.emulateMedia({ colorScheme: 'light' });
  await new FunnelsPage(page).open(company, '?show=archived');
  await run('new fun', 'New funnel');
  await closeDialog('New funnel');
  await expect(page).toHaveURL(/\?show=archived$/);

  await page.keyboard.press('ControlOrMeta+k');
  await expect(search.leads.first()).toHaveText(/^Go to /);
  await search.input.fill('keys api');
  await expect(search.current).toHaveText('Go to API keys');
  await expect(search.leads).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(shell.heading).toHaveText('API keys');
  await expect(search.dialog).toBeHidden();

  await run('add', 'Add lead');
  await closeDialog('Add lead');
  await expect(shell.heading).toHaveText('Leads');
  await page.goBack();
  await expect(shell.heading).toHaveText('API keys');
  await run('dark', 'Use the dark theme');
  await expect(page.locator('html')).toContainClass('dark');
});

test('keys open the search and sections, mean themselves in a field, and can be turned off', async ({
  page,
  company,
  panel,
  send,
}) => {
  const [search, shell] = [new SearchDialog(page), new Shell(page)];
  const [step, shortcuts] = [new StepPage(page), new ShortcutsDialog(page)];
  const funnel = await panel.createFunnel();
  await send(funnel.step.id, { name: 'Ada Lovelace' });
  await step.open(company, funnel.id, funnel.step.id);

  await test.step('in a field', async () => {
    await step.search.click();
    await page.keyboard.type('gk/?');
    await expect(step.search).toHaveValue('gk/?');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(search.input).toBeFocused();
    await page.keyboard.type('/gk?');
    await expect(search.input).toHaveValue('/gk?');
    await page.keyboard.press('Escape');
    await expect(search.dialog).toBeHidden();
    await expect(step.search).toBeFocused();
    await expect(shortcuts.dialog).toBeHidden();
    await expect(shell.heading).toHaveText(funnel.step.name);
  });

  await test.step('elsewhere', async () => {
    await search.open.click();
    await expect(search.input).toBeFocused();
    await expect(search.input).toHaveValue('');
    await search.close.click();
    await expect(search.open).toBeFocused();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await expect(shell.heading).toHaveText('API keys');
  });

  await test.step('turned off, and on again', async () => {
    await page.keyboard.press('?');
    await shortcuts.switch.uncheck();
    await shortcuts.close.click();
    await expect(shortcuts.dialog).toBeHidden();
    await reload(page);
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
});

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });

  test('finds no commands that create or lead to settings of the company', {
    tag: ['@viewer', '@full'],
  }, async ({ page, company }) => {
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
