import type { Page } from '@playwright/test';
import { hold } from './answers.ts';
import { sendLead } from './api.ts';
import { beginKey } from './begin-key.ts';
import { pasted } from './clipboard.ts';
import { expect, test } from './fixtures.ts';
import { Shell } from './pages/shell.ts';
import type { Panel } from './panel.ts';

const lead = { name: 'Ada Lovelace' };

/** Creates a key by hand, up to the moment in which its secret is shown. */
async function issueKey(page: Page, panel: Panel) {
  const begun = await beginKey(page, panel);
  await begun.dialog.submit.click();

  return { ...begun, secret: await begun.dialog.secret.inputValue() };
}

test('the secret is not lost by a slip, and gone after closing', async ({ page, panel }) => {
  const { keys, dialog, name, secret } = await issueKey(page, panel);

  await page.mouse.click(5, 5);
  await expect(dialog.secret).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.closeGuard).toBeVisible();
  await expect(dialog.backToKey).toBeFocused();
  await dialog.backToKey.click();
  await expect(dialog.closeGuard).toBeHidden();
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

test('the secret comes with a call that contains it and a chosen step, and hears of the first one', async ({
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
  const curl = await pasted(context);
  expect(curl).toContain(`${new URL(origin).origin}/api/leads/public/${second?.id}`);
  expect(curl).toContain(`X-API-Key: ${secret}`);

  await expect(dialog.firstRequest).toHaveText('Waiting for the first request…');
  await sendLead(api, { stepId: funnel.step.id, secret }, lead);
  await expect(dialog.firstRequest).toHaveText('First request received');

  await page.keyboard.press('Escape');
  await expect(dialog.dialog).toBeHidden();
  await expect(keys.row(name)).toBeVisible();
});

test('the secret is selected for Ctrl+C when the clipboard refuses', async ({ page, panel }) => {
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
  await expect(dialog.closeGuard).toBeVisible();
  await dialog.backToKey.click();
  await expect(dialog.closeGuard).toBeHidden();
  await dialog.secret.press('ControlOrMeta+C');
  await dialog.done.click();
  await expect(page.getByTestId('api-key-secret')).toHaveCount(0);
});

test('the secret is copied on plain http, where the new way is missing', async ({
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
  expect(await pasted(context)).toBe(secret);
});

for (const width of [1280, 390]) {
  test(`the copy button stands still at ${width} px while the steps are on their way`, async ({
    page,
    panel,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await panel.createFunnel();
    const answer = await hold(page, 'funnels.get');
    const { dialog } = await issueKey(page, panel);
    await expect(dialog.dialog.getByText('Loading steps')).toBeAttached();
    const before = await dialog.copyKey.boundingBox();

    answer();
    await expect(dialog.copyCurl).toBeVisible();
    expect(await dialog.copyKey.boundingBox()).toEqual(before);
  });
}
