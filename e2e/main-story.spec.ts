import { leadFields, postLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { readClipboard, unique } from './helpers.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { BoardPage } from './pages/board-page.ts';
import { Confirmation, KeyDialog } from './pages/dialogs.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { waitForScreen } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { StepPage } from './pages/step-page.ts';

test.use({ role: null });

test('creates a key, copies a step ID, sends a lead and sees it; a deactivated key is refused', async ({
  page,
  context,
  api,
  panel,
  company,
  memberOf,
}) => {
  const shell = new Shell(page);
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const keyName = unique('Website form');
  const leadName = unique('Maria Silva');
  const funnel = await panel.createFunnel({ steps: ['New', 'Contacted'] });
  panel.removeAtEnd(keyName);

  const { secret } = await test.step('sign in and create a key', async () => {
    const signIn = new SignInPage(page);
    await signIn.open(`/${company}/settings/api-keys`);
    await signIn.signIn(await memberOf('admin'));
    await waitForScreen(page, /\/settings\/api-keys$/);
    await keys.create.click();
    await dialog.name.fill(keyName);
    await dialog.submit.click();
    await expect(dialog.secret).toHaveValue(/^lk_[0-9A-Za-z]{38}$/);
    await expect(dialog.copyKey).toBeFocused();

    return { secret: await dialog.secret.inputValue() };
  });

  await test.step('copy the key', async () => {
    await dialog.copyKey.click();
    await expect(dialog.copyKey).toHaveText('Copied');
    expect(await readClipboard(context)).toBe(secret);
    await dialog.done.click();
    await expect(keys.row(keyName)).toContainText('Active');
  });

  const stepPage = new StepPage(page);
  const { stepId } = await test.step('copy the step ID at CRM → Funnels', async () => {
    await shell.go('Funnels');
    await new FunnelsPage(page).link(funnel.name).click();
    await new BoardPage(page).tab('Steps').click();
    await new FunnelPage(page).copyStepId(funnel.step.id).click();
    await expect(shell.announcement).toHaveText('Step ID copied');
    const copied = await readClipboard(context);
    expect(copied).toBe(funnel.step.id);
    await page.getByRole('link', { name: funnel.step.name, exact: true }).click();
    await expect(stepPage.live).toHaveText('Waiting for the first lead…');

    return { stepId: copied };
  });

  const call = { stepId, secret };
  const lead = { name: leadName, phones: ['+55 11 98765-4321'], campaignName: 'Spring' };
  await test.step('send a lead: it appears without a reload and opens', async () => {
    const answer = await postLead(api, call, lead);
    expect(answer.status()).toBe(201);
    const { success, data, message } = await answer.json();
    expect({ success, message }).toEqual({ success: true, message: 'Lead created successfully' });
    expect(Object.keys(data)).toEqual(leadFields);

    await expect(stepPage.lead(data.id)).toContainText('+55 11 98765 4321');
    await stepPage.lead(data.id).click();
    const leadPage = new LeadPage(page);
    await expect(leadPage.heading).toHaveText(leadName);
    await expect(leadPage.section('Request details')).toContainText(keyName);
  });

  const statusOf = async () => (await postLead(api, call, lead)).status();
  await test.step('deactivate the key: refused', async () => {
    await shell.go('API keys');
    await keys.act(keyName, 'Deactivate');
    await new Confirmation(page).confirm('Deactivate key').click();
    await expect(shell.toast).toContainText(`“${keyName}” is deactivated`);
    await expect.poll(statusOf).toBe(401);

    const answer = await postLead(api, call, lead);
    expect(await answer.json()).toEqual({ success: false, error: 'Invalid or inactive API Key' });
    await expect(keys.row(keyName)).toContainText('Inactive');
  });

  await test.step('undo: accepted again', async () => {
    await shell.undo();
    await expect(keys.row(keyName)).toContainText('Active');
    await expect.poll(statusOf).toBe(201);
  });
});
