import { postLead, sendLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { startKey } from './pages/api-keys-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { StepPage } from './pages/step-page.ts';

test('creates a test key, whose leads are listed as tests only', async ({ page, panel, api }) => {
  const funnel = await panel.createFunnel();
  const { keys, dialog, name } = await startKey(page, panel);
  await dialog.moreSettings.click();
  await dialog.radio(/^Test/).check();
  await dialog.submit.click();
  const secret = await dialog.secret.inputValue();
  await expect(dialog.dialog).toContainText('Leads of this key are tests');
  const call = { stepId: funnel.step.id, secret };
  const test = await sendLead(api, call, { name: 'Ada Lovelace' });
  await expect(dialog.firstLead).toHaveText(/^Ada Lovelace/);
  await dialog.copyKey.click();
  await dialog.done.click();
  await expect(keys.row(name)).toContainText('Test');

  const live = await panel.createKey({ name: unique('Live') });
  const lead = await sendLead(api, { ...call, secret: live.secret }, { name: 'Grace Hopper' });
  const step = new StepPage(page);
  await step.open(panel.company, funnel.id, funnel.step.id);
  await expect(step.names).toHaveText(['Grace Hopper']);
  await expect(page.getByText('1 lead · 1 today')).toBeVisible();

  await step.tests.click();
  await expect(step.names).toHaveText(['Ada Lovelace']);
  await expect(step.lead(test.id)).toContainText('Test');
  await expect(page).toHaveURL(/\?show=tests$/);
  await page.reload();
  await expect(step.names).toHaveText(['Ada Lovelace']);

  expect(await audit(page, 'tests of a step')).toEqual([]);

  await sendLead(api, call, { name: 'Alan Turing' });
  await expect(step.names).toHaveText(['Alan Turing', 'Ada Lovelace']);
  await step.lead(test.id).getByRole('link').click();
  await expect(new LeadPage(page).heading).toHaveText('Ada Lovelace');
  await expect(page.getByRole('main')).toContainText('Not counted, and deleted 7 days after');
  expect(await audit(page, 'a test')).toEqual([]);

  await step.open(panel.company, funnel.id, funnel.step.id);
  await expect(step.lead(lead.id)).not.toContainText('Test');
  await expect(step.tests).toHaveAttribute('aria-pressed', 'false');
});

test('shows tests of a step without leads, which still waits for its first lead', async ({
  page,
  panel,
  api,
}) => {
  const { id, step: first } = await panel.createFunnel();
  const key = await panel.createKey({ kind: 'rehearsal' });
  const step = new StepPage(page);
  await step.open(panel.company, id, first.id);
  await expect(step.tests).toBeHidden();
  const call = { stepId: first.id, secret: key.secret };
  expect((await postLead(api, call, { name: 'Ada Lovelace' })).status()).toBe(201);

  await expect(step.tests).toBeVisible();
  await expect(page.getByText('Waiting for the first lead…')).toBeVisible();
  await step.tests.click();
  await expect(step.names).toHaveText(['Ada Lovelace']);
  await step.tests.click();
  await expect(page.getByText('Waiting for the first lead…')).toBeVisible();
});
