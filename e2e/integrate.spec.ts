import { postLead, sendLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { arrived, IntegratePage } from './pages/integrate-page.ts';
import { waitForScreen } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

test.describe.configure({ timeout: 300_000 });

const unknownSecret = 'lk_00000000000000000000000000000000000000';

test.describe('in a new company', { tag: '@own' }, () => {
  test.use({ isEmpty: true });

  test('an admin gets from no funnel to the first real request on one screen', async ({
    page,
    context,
    api,
    company,
    panel,
  }) => {
    const screen = new IntegratePage(page);
    await screen.open(company);
    await expect(screen.send).toBeDisabled();
    const found = await audit(page, 'integrate without a funnel');
    await screen.createWebsite.click();
    await expect(screen.select('Step').locator('option').first()).toHaveText('Inbox');
    const stepId = await screen.select('Step').inputValue();
    await screen.copyStepId(stepId).click();
    expect(await readClipboard(context)).toBe(stepId);
    await expect(screen.curl).toContainText('$LEADGATE_KEY');

    await expect(screen.keyName).toHaveValue('Integration');
    await screen.createKey.click();
    await expect(screen.copyKey).toBeFocused();
    const secret = await screen.secret.inputValue();
    await expect(screen.curl).toContainText(secret);
    await screen.copyKey.click();
    expect(await readClipboard(context)).toBe(secret);

    await screen.send.click();
    await expect(screen.ticks.nth(0)).toHaveText('Sent');
    await expect(screen.ticks.nth(1)).toContainText(/^201 Created, [\d,]+ ms/);
    await expect(screen.ticks.nth(1)).toContainText(/Request ID\s*panel-test-/);
    await expect(screen.ticks.nth(2)).toHaveText(arrived);

    const call = { stepId, secret };
    await expect(screen.received).toHaveText('Waiting for the first real request…');
    await sendLead(api, call, { name: 'Ada Lovelace', city: 'London' });
    await expect(screen.received).toHaveText('First request received: 201');
    await expect(screen.section('Listening')).toContainText('Not read: city');
    const refused = await postLead(api, call, { phones: ['12'] });
    expect(refused.status()).toBe(400);
    await expect(screen.received).toHaveText('Refused: 400');
    await expect(screen.section('Listening')).toContainText('phones[0]: must hold 8 to 15 digits');
    await expect(screen.earlier).toHaveCount(1);
    await expect(screen.earlier).toContainText('Lead created successfully');
    found.push(...(await audit(page, 'integrate with a new key, a test lead and real requests')));

    await screen.remove.click();
    await expect(screen.section('Send test lead')).toContainText('The test lead is removed.');
    await expect(page).toHaveURL(new RegExp(`/${company}/integrate\\?`));
    expect(page.url()).not.toContain(secret);
    await screen.useAnotherKey.click();
    await expect(screen.secret).toHaveCount(0);
    expect(await page.content()).not.toContain(secret);
    const stored = await page.evaluate(() =>
      JSON.stringify({ ...localStorage, ...sessionStorage }),
    );
    expect(stored).not.toContain(secret);

    await panel.archiveFunnel(await screen.select('Funnel').inputValue());
    await expect(screen.section('Step')).toContainText('No step takes leads: all are archived.');
    expect(found).toEqual([]);
  });
});

test('a test lead is refused with the reason, or is on the page of its step until it is removed', async ({
  page,
  panel,
}) => {
  const key = await panel.createKey();
  const { screen, funnel } = await IntegratePage.openForStep(page, panel);
  const limited = await panel.createKey({ stepIds: [funnel.steps[1]?.id ?? ''] });
  await screen.haveOne.click();
  await screen.ownSecret.fill('lk_ключ');
  await expect(screen.send).toBeDisabled();
  await expect(screen.section('Send test lead')).toContainText('spaces or letters');
  await screen.ownSecret.fill(` ${unknownSecret}\n`);
  await expect(screen.section('Key')).toContainText('No key of this company has this secret.');
  await screen.send.click();
  await expect(screen.ticks.nth(1)).toContainText(/^Refused: 401, [\d,]+ ms/);
  await expect(screen.ticks.nth(1)).toContainText('Invalid or inactive API Key');
  await expect(screen.help).toHaveAttribute('href', '/docs/errors#key-invalid');
  await expect(screen.section('Listening')).toContainText('belongs to no key of this company');
  await screen.ownSecret.fill(limited.secret);
  await expect(screen.section('Key')).toContainText(limited.name);
  await screen.send.click();
  await expect(screen.ticks.nth(1)).toContainText(/^Refused: 403/);
  await expect(screen.ticks.nth(1)).toContainText('does not allow creating leads in this step');

  await screen.ownSecret.fill(key.secret);
  await expect(screen.section('Key')).toContainText(key.name);
  await screen.send.click();
  await expect(screen.ticks.nth(2)).toHaveText(arrived);
  await expect(screen.openTest).toHaveAttribute('href', /\/leads\/[0-9a-f-]{36}$/);
  const [tab] = await Promise.all([page.waitForEvent('popup'), screen.stepPage.click()]);
  const step = new StepPage(tab);
  await expect(step.names).toHaveText(['Test lead']);
  await expect(tab.getByText(/^0 leads · 0 today/)).toBeVisible();

  await screen.remove.click();
  await expect(screen.section('Send test lead')).toContainText('The test lead is removed.');
  await expect(tab.getByRole('heading', { name: 'No tests' })).toBeVisible();
  await screen.send.click();
  await expect(screen.ticks.nth(2)).toHaveText(arrived);
  await expect(screen.remove).toBeVisible();
});

test('protects a new secret that was not copied', { tag: '@full' }, async ({ page, panel }) => {
  const { screen, funnel } = await IntegratePage.openForStep(page, panel);
  const shell = new Shell(page);
  const asked: string[] = [];
  page.on('dialog', (confirmation) => {
    asked.push(confirmation.type());
    void confirmation.dismiss();
  });
  async function create() {
    await screen.createKey.click();
    const secret = await screen.secret.inputValue();
    panel.removeAtEnd(new URL(page.url()).searchParams.get('key') ?? '');
    return secret;
  }
  const secret = await create();
  await screen.select('Step').selectOption('Second');
  // The node of n8n does not hold the secret.
  await screen.chooseTab('n8n');
  await screen.copyCode('n8n').click();

  await shell.go('Funnels');
  await expect(screen.leaveDialog).toBeVisible();
  const found = await audit(page, 'leaving without copying');
  await screen.backToKey.click();
  await page.goBack();
  await screen.backToKey.click();
  await page.reload({ waitUntil: 'commit', timeout: 2_000 }).catch(() => {});
  expect(asked).toEqual(['beforeunload']);
  await expect(screen.secret).toHaveValue(secret);
  await expect(screen.select('Step')).toHaveValue(funnel.steps[1]?.id ?? '');

  await screen.useAnotherKey.click();
  await screen.leaveAnyway.click();
  await expect(screen.secret).toHaveCount(0);
  await expect(page).toHaveURL(/\/integrate\?/);
  await expect(screen.select('Step')).toHaveValue(funnel.steps[1]?.id ?? '');
  await expect(screen.ownSecret).toBeVisible();

  await screen.section('Key').getByRole('tab', { name: 'Create a key' }).click();
  await create();
  await shell.go('Funnels');
  await screen.leaveAnyway.click();
  await waitForScreen(page, /\/funnels$/);

  await screen.open(panel.company);
  await create();
  await screen.copyKey.click();
  await expect(screen.copyKey).toHaveText('Copied');
  await shell.go('Funnels');
  await waitForScreen(page, /\/funnels$/);
  expect(asked).toEqual(['beforeunload']);
  expect(found).toEqual([]);
});

test('is opened from a funnel with the step that was chosen', async ({ page, panel }) => {
  const funnel = await panel.createFunnel();
  const screen = new IntegratePage(page);
  const steps = new FunnelPage(page);
  await steps.open(panel.company, funnel.id);
  await steps.integrateStep('Second').click();
  await expect(screen.select('Step')).toHaveValue(funnel.steps[1]?.id ?? '');
  await page.goBack();
  await steps.integrate.click();
  await expect(screen.select('Funnel')).toHaveValue(funnel.id);
  await expect(screen.select('Step')).toHaveValue(funnel.step.id);
});

test('an address with an unknown step and key says so', { tag: '@full' }, async ({
  page,
  panel,
}) => {
  const screen = new IntegratePage(page);
  await panel.createFunnel();
  await screen.open(panel.company, `?step=${crypto.randomUUID()}&key=${crypto.randomUUID()}`);
  await expect(screen.section('Step')).toContainText('is archived or does not exist');
  await expect(screen.section('Key')).toContainText('does not exist, or was deleted');
});

for (const role of ['agent', 'viewer'] as const) {
  /* A viewer is also offered no removal. */
  const tag = role === 'viewer' ? '@viewer' : ['@agent', '@full'];

  test.describe(`a member with the role ${role}`, { tag }, () => {
    test.use({ role });

    test('reads who creates keys, and sends a test lead with the secret of one', async ({
      page,
      panel,
    }) => {
      const key = await panel.createKey();
      const { screen, funnel } = await IntegratePage.openForStep(page, panel);
      await expect(screen.section('Key')).toContainText(/Only admins of .* can create keys/);
      await expect(screen.createKey).toHaveCount(0);
      await expect(screen.copyStepId(funnel.step.id)).toBeVisible();
      await expect(screen.curl).toContainText(funnel.step.id);
      expect(await audit(page, `integrate of a member with the role ${role}`)).toEqual([]);

      await screen.ownSecret.fill(key.secret);
      await screen.send.click();
      await expect(screen.ticks.nth(2)).toHaveText(arrived);
      await expect(screen.openTest).toBeVisible();
      await expect(screen.remove).toHaveCount(role === 'agent' ? 1 : 0);
    });
  });
}
