import { postLead, sendLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { dropCalls } from './network.ts';
import { ApiKeysPage, startKey } from './pages/api-keys-page.ts';
import { Confirmation, KeyDialog } from './pages/dialogs.ts';
import { reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

const lead = { name: 'Ada Lovelace' };

test.describe('creating', () => {
  test('shows errors at the fields, focuses the first and keeps the input', async ({
    page,
    company,
  }) => {
    const keys = new ApiKeysPage(page);
    const dialog = new KeyDialog(page);
    await keys.open(company);
    await keys.create.click();
    await expect(dialog.name).toBeFocused();
    await dialog.radio('On a date').check();
    await dialog.moreSettings.click();
    await dialog.radio('Only these funnels or steps').check();
    await dialog.moreSettings.click();
    await dialog.submit.click();

    await expect(dialog.name).toBeFocused();
    await expect(dialog.name).toHaveAccessibleDescription(/Enter a name$/);
    await expect(dialog.lastDay).toHaveAccessibleDescription(/Choose a date$/);
    await expect(dialog.dialog).toContainText('Choose at least one funnel or step');

    const long = 'x'.repeat(61);
    await dialog.name.fill(long);
    await dialog.lastDay.fill('2020-01-01');
    await expect(dialog.name).toHaveAccessibleDescription(/Use at most 60 characters$/);
    await expect(dialog.lastDay).toHaveAccessibleDescription(/Choose a date in the future$/);
    await expect(dialog.name).toHaveValue(long);
  });

  test('keeps the input when the request fails', async ({ page, panel }) => {
    const { dialog, name } = await startKey(page, panel);
    const restore = await dropCalls(page, 'apiKeys.create');
    await dialog.submit.click();
    await expect(dialog.failure).toContainText('The server cannot be reached');
    await expect(dialog.name).toHaveValue(name);

    await restore();
    await dialog.submit.click();
    await expect(dialog.secret).toBeVisible();
  });

  test('shows the expiry date', async ({ page, company }) => {
    const keys = new ApiKeysPage(page);
    const dialog = new KeyDialog(page);
    await keys.open(company);
    await keys.create.click();
    await expect(dialog.radio('1 year')).toBeChecked();
    await expect(dialog.dialog).toContainText(/Works until \d+ \w+ \d{4}, \d\d:\d\d\./);

    await dialog.radio('Never').check();
    await expect(dialog.dialog).toContainText('Works until you deactivate it.');
    await dialog.radio('On a date').check();
    await dialog.lastDay.fill('2099-12-31');
    await expect(dialog.dialog).toContainText('Works until the end of 31 Dec 2099 (UTC).');
  });

  test('a key for selected funnels and steps is refused elsewhere', async ({
    page,
    panel,
    api,
  }) => {
    const [funnel, other] = [await panel.createFunnel(), await panel.createFunnel()];
    const [first, second] = other.steps;
    const { keys, dialog, name } = await startKey(page, panel);
    await dialog.moreSettings.click();
    await dialog.radio('Only these funnels or steps').check();
    await dialog.checkbox(funnel.name).check();
    await dialog.showSteps(other.name).click();
    await dialog.checkbox('Second').check();
    await dialog.submit.click();
    const secret = await dialog.copySecret();
    await expect(keys.row(name)).toContainText('Send leads · 1 funnel, 1 step');

    const statusAt = async (stepId = '') =>
      (await postLead(api, { stepId, secret }, lead)).status();
    expect(await statusAt(funnel.step.id)).toBe(201);
    expect(await statusAt(second?.id)).toBe(201);
    expect(await statusAt(first?.id)).toBe(403);
  });
});

test('changes apply from the next request on', async ({ page, company, panel, api }) => {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const funnel = await panel.createFunnel();
  const { name, secret } = await panel.createKey();
  const renamed = unique('Renamed');
  await keys.open(company);
  await keys.act(name, 'Edit');
  await expect(dialog.name).toHaveValue(name);
  await dialog.name.fill(renamed);
  await dialog.moreSettings.click();
  await dialog.radio(/^No permissions yet/).check();
  await dialog.submit.click();

  await expect(keys.row(renamed)).toContainText('No permissions');
  const answer = await postLead(api, { stepId: funnel.step.id, secret }, lead);
  expect(answer.status()).toBe(403);
});

test('removes limits to archived funnels and to steps', async ({ page, company, panel }) => {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const [gone, current] = [await panel.createFunnel(), await panel.createFunnel()];
  const key = await panel.createKey({ funnelIds: [gone.id], stepIds: [current.step.id] });
  await panel.archiveFunnel(gone.id);
  await keys.open(company);
  await keys.act(key.name, 'Edit');
  await expect(dialog.dialog).toContainText('1 funnel, 1 step');
  await dialog.moreSettings.click();
  await expect(dialog.checkbox(current.step.name)).toBeChecked();
  await dialog.checkbox(`${gone.name} (archived)`).uncheck();
  await dialog.submit.click();

  await expect(keys.row(key.name)).toContainText('Send leads · 1 step');
});

test('deactivating shows the recent use, and Cancel has the focus', async ({
  page,
  company,
  panel,
  api,
}) => {
  const keys = new ApiKeysPage(page);
  const confirmation = new Confirmation(page);
  const funnel = await panel.createFunnel();
  const key = await panel.createKey();
  const call = { stepId: funnel.step.id, secret: key.secret };
  await sendLead(api, call, lead);
  await sendLead(api, call, lead);
  await expect.poll(() => panel.requestsOf(key.id), { timeout: 20_000 }).toBe(2);
  await keys.open(company);

  await keys.act(key.name, 'Deactivate');
  await expect(confirmation.dialog).toContainText('2 requests in the last 24 h.');
  await expect(confirmation.cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirmation.dialog).toBeHidden();
  await expect(keys.row(key.name)).toContainText('Active');
  await expect(keys.menuOf(key.name)).toBeFocused();

  await keys.act(key.name, 'Deactivate');
  await confirmation.confirm('Deactivate key').click();
  await expect(keys.row(key.name)).toContainText('Inactive');
  await keys.act(key.name, 'Activate');
  await expect(keys.row(key.name)).not.toContainText('Inactive');
  await expect(new Shell(page).announcement).toHaveText(`“${key.name}” is active again`);
});

test('undoes deactivating from another screen', async ({ page, company, panel }) => {
  const keys = new ApiKeysPage(page);
  const confirmation = new Confirmation(page);
  const shell = new Shell(page);
  const key = await panel.createKey();
  await keys.open(company);
  await keys.act(key.name, 'Deactivate');
  await confirmation.confirm('Deactivate key').click();
  await expect(keys.row(key.name)).toContainText('Inactive');

  await shell.go('Funnels');
  await expect(page).toHaveURL(/\/funnels$/);
  await shell.undo();
  await expect(shell.announcement).toHaveText(`“${key.name}” is active again`);
  await page.getByRole('link', { name: 'API keys' }).click();
  await expect(keys.row(key.name)).not.toContainText('Inactive');
});

test('rotating creates a new secret while the old one still works', async ({
  page,
  company,
  panel,
  api,
}) => {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const funnel = await panel.createFunnel();
  const { name, hint, secret: old } = await panel.createKey();
  const statusOf = async (secret: string) =>
    (await postLead(api, { stepId: funnel.step.id, secret }, lead)).status();
  panel.removeAtEnd(name);
  await keys.open(company);
  await keys.act(name, 'Rotate');
  await expect(dialog.radio(/^24 hours/)).toBeChecked();
  await dialog.submit.click();
  const fresh = await dialog.copySecret();

  expect(fresh).not.toBe(old);
  await expect(keys.row(name)).toHaveCount(2);
  const oldRow = keys.row(name).filter({ hasText: hint });
  await expect(oldRow).toContainText('works until 24 hours after the new key is first used');
  await expect(oldRow.getByRole('cell').nth(4)).toHaveText(
    /24 hours after first use of the new key$/,
  );
  expect([await statusOf(fresh), await statusOf(old)]).toEqual([201, 201]);
  await expect(async () => {
    await reload(page);
    await expect(oldRow).toContainText('Replaced');
    await expect(oldRow.getByRole('cell').nth(4)).toHaveText(/in (24 h|1 d)$/, { timeout: 100 });
  }).toPass();
});

test('rotating immediately stops the old secret', async ({ page, company, panel, api }) => {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const funnel = await panel.createFunnel();
  const { name, hint, secret: old } = await panel.createKey();
  panel.removeAtEnd(name);
  await keys.open(company);
  await keys.act(name, 'Rotate');
  await dialog.radio('Immediately').check();
  await dialog.submit.click();
  await dialog.copySecret();

  const oldRow = keys.row(name).filter({ hasText: hint });
  await expect(oldRow).toContainText('Inactive');
  const answer = await postLead(api, { stepId: funnel.step.id, secret: old }, lead);
  expect(answer.status()).toBe(401);
  await oldRow.getByRole('button', { name: `Actions for ${name}` }).click();
  await expect(keys.action('Delete')).toBeVisible();
  await expect(keys.action('Activate')).toHaveCount(0);
});

test('deletes only inactive keys, after their name is typed', async ({ page, company, panel }) => {
  const keys = new ApiKeysPage(page);
  const dialog = page.getByRole('dialog');
  const typed = dialog.getByRole('textbox');
  const key = await panel.createKey();
  await keys.open(company);
  await keys.menuOf(key.name).click();
  await expect(keys.action('Deactivate')).toBeVisible();
  await expect(keys.action('Delete')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await panel.deactivateKey(key.id);
  await reload(page);
  await keys.act(key.name, 'Delete');
  await expect(typed).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Delete key' })).toBeDisabled();
  await typed.fill('something else');
  await typed.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Delete key' })).toBeDisabled();
  await expect(typed).toHaveAccessibleDescription('Type the name as it is shown');
  await expect(typed).toHaveValue('something else');

  await typed.fill(key.name);
  await expect(dialog.getByRole('button', { name: 'Delete key' })).toBeEnabled();
  await typed.press('Enter');
  await expect(keys.row(key.name)).toHaveCount(0);
  await expect(new Shell(page).announcement).toHaveText(`“${key.name}” is deleted`);
});
