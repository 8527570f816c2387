import type { Page } from '@playwright/test';
import { postLead, sendLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { readClipboard, unique } from './helpers.ts';
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

test('a new secret is not lost to a click beside it, Escape, Back or a reload until it is copied', async ({
  page,
  panel,
  api,
}) => {
  const { step } = await panel.createFunnel();
  const { keys, dialog, name, secret } = await issueKey(page, panel);
  const asked: string[] = [];
  page.on('dialog', (confirmation) => {
    asked.push(confirmation.type());
    void confirmation.dismiss();
  });

  await test.step('each way to close it asks', async () => {
    await page.mouse.click(5, 5);
    await expect(dialog.secret).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog.closeDialog).toBeVisible();
    await expect(dialog.backToKey).toBeFocused();
    await dialog.backToKey.click();
    await page.goBack();
    await expect(dialog.closeDialog).toBeVisible();
    await dialog.backToKey.click();
    await page.reload({ waitUntil: 'commit', timeout: 2_000 }).catch(() => {});
    expect(asked).toEqual(['beforeunload']);
    await expect(dialog.secret).toHaveValue(secret);
  });

  await test.step('closed without copying, it is gone, and the list says so', async () => {
    await page.goBack();
    await dialog.closeAnyway.click();
    await expect(dialog.dialog).toBeHidden();
    await expect(keys.row(name)).toBeFocused();
    expect(await page.content()).not.toContain(secret);
    expect(
      await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
    ).not.toContain(secret);
    await expect(keys.row(name)).toContainText('Secret never copied');
  });

  await test.step('a copied one closes without a question', async () => {
    await keys.row(name).getByRole('button', { name: 'Rotate' }).click();
    await dialog.radio(/^Immediately/).check();
    await dialog.submit.click();
    await dialog.copyKey.click();
    await page.goBack();
    await expect(dialog.dialog).toBeHidden();
    await expect(page).toHaveURL(/settings\/api-keys$/);
    await expect(keys.rows.filter({ hasText: name }).first()).not.toContainText('never copied');
    const lost = await postLead(api, { stepId: step.id, secret }, lead);
    expect(lost.status()).toBe(401);
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
  });
});

test('stores that a secret was copied also when the first call fails', { tag: '@full' }, async ({
  page,
  panel,
}) => {
  const { keys, dialog, name } = await issueKey(page, panel);
  const restore = await dropCalls(page, 'apiKeys.markSecretCopied');
  const dropped = page.waitForEvent('requestfailed');
  await dialog.copyKey.click();
  await dropped;
  await restore();

  await dialog.done.click();
  await expect(keys.row(name)).not.toContainText('never copied');
});

test('a new test key has a command for the selected step, and its first lead is named', async ({
  page,
  context,
  panel,
  api,
  origin,
}) => {
  const funnel = await panel.createFunnel();
  const [, second] = funnel.steps;
  const { keys, dialog, name } = await startKey(page, panel);
  await dialog.moreSettings.click();
  await dialog.radio(/^Test/).check();
  await dialog.submit.click();
  const secret = await dialog.secret.inputValue();
  await expect(dialog.dialog).toContainText('Leads of this key are tests');
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

  // The command has the secret: it counts as copied.
  await page.keyboard.press('Escape');
  await expect(dialog.dialog).toBeHidden();
  await expect(keys.row(name)).toContainText('Test');
});

/** How the browser lets pages copy. On http hosts it has no `navigator.clipboard`. */
async function limitCopying(page: Page, how: 'refuse' | 'http'): Promise<void> {
  await page.evaluate((isRefusing) => {
    const writeText = () => Promise.reject(new Error('refused'));
    Object.defineProperty(Navigator.prototype, 'clipboard', {
      value: isRefusing ? { writeText } : undefined,
      configurable: true,
    });
    if (isRefusing) document.execCommand = () => false;
    else Reflect.deleteProperty(document, 'execCommand');
  }, how === 'refuse');
}

test('a secret is selected for Ctrl+C when copying fails, and copied on http hosts', async ({
  page,
  context,
  panel,
}) => {
  const { keys, dialog } = await startKey(page, panel);
  await limitCopying(page, 'refuse');
  await dialog.submit.click();
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

  await limitCopying(page, 'http');
  const name = unique('Key');
  panel.removeAtEnd(name);
  await keys.create.click();
  await dialog.name.fill(name);
  await dialog.submit.click();
  const secret = await dialog.secret.inputValue();
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
