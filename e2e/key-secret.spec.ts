import type { Page } from '@playwright/test';
import { sendLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { delayCalls, dropCalls } from './network.ts';
import { startKey } from './pages/api-keys-page.ts';
import { Shell } from './pages/shell.ts';
import type { Panel } from './panel.ts';

const lead = { name: 'Ada Lovelace' };

/** Creates a key in the dialog until the secret is shown. */
async function issueKey(page: Page, panel: Panel) {
  const started = await startKey(page, panel);
  await started.dialog.submit.click();

  return { ...started, secret: await started.dialog.secret.inputValue() };
}

test('protects the secret against accidental closing, and removes it after closing', async ({
  page,
  panel,
}) => {
  const { keys, dialog, name, secret } = await issueKey(page, panel);

  await page.mouse.click(5, 5);
  await expect(dialog.secret).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.closeDialog).toBeVisible();
  await expect(dialog.backToKey).toBeFocused();
  await dialog.backToKey.click();
  await expect(dialog.closeDialog).toBeHidden();
  await expect(dialog.secret).toHaveValue(secret);

  await dialog.done.click();
  await dialog.closeAnyway.click();
  await expect(dialog.dialog).toBeHidden();
  await expect(keys.row(name)).toBeFocused();
  expect(await page.content()).not.toContain(secret);
  expect(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toContain(secret);
});

test('does not lose a secret that was not copied to Back, a reload or a closed tab', async ({
  page,
  panel,
}) => {
  const { keys, dialog, name, secret } = await issueKey(page, panel);
  const asked: string[] = [];
  page.on('dialog', (confirmation) => {
    asked.push(confirmation.type());
    void confirmation.dismiss();
  });

  await page.goBack();
  await expect(dialog.closeDialog).toBeVisible();
  await dialog.backToKey.click();
  await page.reload({ waitUntil: 'commit', timeout: 2_000 }).catch(() => {});
  expect(asked).toEqual(['beforeunload']);
  await expect(dialog.secret).toHaveValue(secret);

  await page.goBack();
  await dialog.closeAnyway.click();
  await expect(dialog.dialog).toBeHidden();
  await expect(keys.row(name)).toContainText('Secret never copied');
  await keys.row(name).getByRole('button', { name: 'Rotate' }).click();
  await dialog.radio(/^Immediately/).check();
  await dialog.submit.click();
  await dialog.copyKey.click();
  await page.goBack();
  await expect(dialog.dialog).toBeHidden();
  await expect(page).toHaveURL(/settings\/api-keys$/);
  await expect(keys.rows.filter({ hasText: name }).first()).not.toContainText('never copied');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(keys.rows.filter({ hasText: name }).first()).not.toContainText('never copied');
});

test('stores that a secret was copied also when the first call fails', async ({ page, panel }) => {
  const { keys, dialog, name } = await issueKey(page, panel);
  const restore = await dropCalls(page, 'apiKeys.markSecretCopied');
  const dropped = page.waitForEvent('requestfailed');
  await dialog.copyKey.click();
  await dropped;
  await restore();

  await dialog.done.click();
  await expect(keys.row(name)).not.toContainText('never copied');
});

test('shows a command with the secret and the selected step, and reports the first request', async ({
  page,
  context,
  panel,
  api,
  origin,
}) => {
  const funnel = await panel.createFunnel();
  const [, second] = funnel.steps;
  const { keys, dialog, name, secret } = await issueKey(page, panel);
  await dialog.select('Funnel').selectOption(funnel.name);
  await dialog.select('Step').selectOption('Second');
  await expect(dialog.dialog).toContainText('Contains your secret');
  await expect(dialog.curl).toContainText(second?.id ?? 'no step');

  await dialog.copyCurl.click();
  await expect(new Shell(page).announcement).toHaveText('Copied');
  const curl = await readClipboard(context);
  expect(curl).toContain(`${new URL(origin).origin}/api/leads/public/${second?.id}`);
  expect(curl).toContain(`X-API-Key: ${secret}`);

  await expect(dialog.firstRequest).toHaveText('Waiting for the first request…');
  await sendLead(api, { stepId: funnel.step.id, secret }, lead);
  await expect(dialog.firstRequest).toHaveText('First request received');
  await expect(dialog.firstLead).toHaveText(/^Ada Lovelace/);

  await page.keyboard.press('Escape');
  await expect(dialog.dialog).toBeHidden();
  await expect(keys.row(name)).toBeVisible();
});

test('selects the secret for Ctrl+C when copying fails', async ({ page, panel }) => {
  await page.addInitScript(() => {
    const writeText = () => Promise.reject(new Error('refused'));
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: { writeText } });
    document.execCommand = () => false;
  });
  const { dialog } = await issueKey(page, panel);
  await dialog.copyKey.click();

  await expect(dialog.dialog).toContainText('Press Ctrl+C');
  await expect(dialog.copyKey).not.toHaveText('Copied');
  await expect(dialog.secret).toBeFocused();
  await dialog.done.click();
  await expect(dialog.closeDialog).toBeVisible();
  await dialog.backToKey.click();
  await expect(dialog.closeDialog).toBeHidden();
  await dialog.secret.press('ControlOrMeta+C');
  await dialog.done.click();
  await expect(page.getByTestId('api-key-secret')).toHaveCount(0);
});

test('copies the secret on http hosts without navigator.clipboard', async ({
  page,
  context,
  panel,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }),
  );
  const { dialog, secret } = await issueKey(page, panel);
  await dialog.copyKey.click();

  await expect(dialog.copyKey).toHaveText('Copied');
  expect(await readClipboard(context)).toBe(secret);
});

for (const width of [1280, 390]) {
  test(`the copy button does not move at ${width} px while the steps load`, {
    tag: '@full',
  }, async ({ page, panel }) => {
    await page.setViewportSize({ width, height: 844 });
    await panel.createFunnel();
    const answer = await delayCalls(page, 'steps.list');
    const { dialog } = await issueKey(page, panel);
    await expect(dialog.dialog.getByText('Loading steps')).toBeAttached();
    const before = await dialog.copyKey.boundingBox();

    answer();
    await expect(dialog.copyCurl).toBeVisible();
    expect(await dialog.copyKey.boundingBox()).toEqual(before);
  });
}
