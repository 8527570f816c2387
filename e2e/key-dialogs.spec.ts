import { postLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { dropCalls } from './network.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { Confirmation, KeyDialog } from './pages/dialogs.ts';
import { Shell } from './pages/shell.ts';

const lead = { name: 'Ada Lovelace' };

test('a new key keeps its input through errors and a failed request, and is limited as chosen', async ({
  page,
  company,
  panel,
  api,
}) => {
  const [keys, dialog] = [new ApiKeysPage(page), new KeyDialog(page)];
  const [funnel, other] = [await panel.createFunnel(), await panel.createFunnel()];
  const [first, second] = other.steps;
  const name = unique('Key');
  panel.removeAtEnd(name);
  await test.step('errors are at the fields, and the first has the focus', async () => {
    await keys.open(company);
    await keys.create.click();
    await expect(dialog.name).toBeFocused();
    await expect(dialog.dialog).toContainText(/Works until \d+ \w+ \d{4}, \d\d:\d\d\./);
    await dialog.radio('Never').check();
    await expect(dialog.dialog).toContainText('Works until you deactivate it.');
    await dialog.radio('On a date').check();
    await dialog.moreSettings.click();
    await dialog.radio('Only these funnels or steps').check();
    await dialog.radio(/^Custom$/).check();
    await dialog.moreSettings.click();
    await dialog.submit.click();
    await expect(dialog.name).toBeFocused();
    await expect(dialog.name).toHaveAccessibleDescription(/Enter a name$/);
    await expect(dialog.lastDay).toHaveAccessibleDescription(/Choose a date$/);
    await expect(dialog.dialog).toContainText('Choose at least one funnel or step');
    await expect(dialog.requestsPerSecond).toHaveAccessibleDescription(/Enter a whole number/);
  });

  await test.step('a failed request keeps the input', async () => {
    await dialog.name.fill(name);
    await dialog.lastDay.fill('2099-12-31');
    await expect(dialog.dialog).toContainText('Works until the end of 31 Dec 2099 (UTC).');
    await dialog.checkbox(funnel.name).check();
    await dialog.showSteps(other.name).click();
    await dialog.checkbox('Second').check();
    await dialog.requestsPerSecond.fill('5');
    const restore = await dropCalls(page, 'apiKeys.create');
    await dialog.submit.click();
    await expect(dialog.failure).toContainText('The server cannot be reached');
    await expect(dialog.name).toHaveValue(name);
    await restore();
    await dialog.submit.click();
  });

  const secret = await dialog.copySecret();
  await expect(keys.row(name)).toContainText('Send leads · 1 funnel, 1 step, 5 per second');
  const post = (stepId = '') => postLead(api, { stepId, secret }, lead);
  expect((await post(first?.id)).status()).toBe(403);
  expect((await post(funnel.step.id)).status()).toBe(201);
  const answer = await post(second?.id);
  expect(answer.status()).toBe(201);
  expect(answer.headers()['ratelimit-policy']).toBe('"key";q=10;w=2');
});

test('an edited key has its settings in the form, and requests obey the changes at once', async ({
  page,
  company,
  panel,
  api,
}) => {
  const [keys, dialog] = [new ApiKeysPage(page), new KeyDialog(page)];
  const [gone, current] = [await panel.createFunnel(), await panel.createFunnel()];
  const [first, second] = current.steps;
  const { name, secret } = await panel.createKey({
    funnelIds: [gone.id],
    stepIds: [current.step.id],
    rateLimit: 5,
  });
  await panel.archiveFunnel(gone.id);
  const post = (stepId = '') => postLead(api, { stepId, secret }, lead);
  expect((await post(first?.id)).headers()['ratelimit-policy']).toBe('"key";q=10;w=2');
  const renamed = unique('Renamed');
  await keys.open(company);
  await keys.act(name, 'Edit');
  await expect(dialog.name).toHaveValue(name);
  await expect(dialog.dialog).toContainText('1 funnel, 1 step');
  await dialog.name.fill(renamed);
  await dialog.moreSettings.click();
  await dialog.checkbox(`${gone.name} (archived)`).uncheck();
  await dialog.checkbox('First').uncheck();
  await dialog.checkbox('Second').check();
  await expect(dialog.requestsPerSecond).toHaveValue('5');
  await dialog.radio('No limit').check();
  await dialog.submit.click();

  await expect(keys.row(renamed)).toContainText('Send leads · 1 step');
  await expect(keys.row(renamed)).not.toContainText('per second');
  expect((await post(first?.id)).status()).toBe(403);
  await expect
    .poll(async () => (await post(second?.id)).headers()['ratelimit-policy'])
    .toBeUndefined();
});

test('a key is deactivated once that is confirmed, and the undo works on another screen', async ({
  page,
  company,
  panel,
}) => {
  const keys = new ApiKeysPage(page);
  const confirmation = new Confirmation(page);
  const shell = new Shell(page);
  const key = await panel.createKey();
  await keys.open(company);
  await keys.act(key.name, 'Deactivate');
  await expect(confirmation.dialog).toContainText('This key was never used.');
  await expect(confirmation.cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirmation.dialog).toBeHidden();
  await expect(keys.row(key.name)).toContainText('Active');
  await expect(keys.menuOf(key.name)).toBeFocused();

  await keys.act(key.name, 'Deactivate');
  await confirmation.confirm('Deactivate key').click();
  await expect(keys.row(key.name)).toContainText('Inactive');
  await shell.go('Funnels');
  await expect(page).toHaveURL(/\/funnels$/);
  await shell.undo();
  await expect(shell.announcement).toHaveText(`“${key.name}” is active again`);
  await shell.go('API keys');
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
});

test('an inactive key is activated again, or deleted after its name is typed', async ({
  page,
  company,
  panel,
}) => {
  const keys = new ApiKeysPage(page);
  const shell = new Shell(page);
  const dialog = page.getByRole('dialog');
  const typed = dialog.getByRole('textbox');
  const [kept, key] = [await panel.createKey(), await panel.createKey()];
  await panel.deactivateKey(kept.id);
  await panel.deactivateKey(key.id);
  await keys.open(company);
  await keys.act(kept.name, 'Activate');
  await expect(shell.announcement).toHaveText(`“${kept.name}” is active again`);
  await expect(keys.row(kept.name)).not.toContainText('Inactive');
  await keys.menuOf(kept.name).click();
  await expect(keys.action('Deactivate')).toBeVisible();
  await expect(keys.action('Delete')).toHaveCount(0);
  await page.keyboard.press('Escape');

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
  await expect(shell.announcement).toHaveText(`“${key.name}” is deleted`);
});
