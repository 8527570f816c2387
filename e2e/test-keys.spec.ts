import { sendLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { LeadPage } from './pages/lead-page.ts';
import { StepPage } from './pages/step-page.ts';

test('leads of a test key are listed as tests only, and the step waits for its first lead', async ({
  page,
  panel,
  api,
}) => {
  const { id, step: first } = await panel.createFunnel();
  const key = await panel.createKey({ kind: 'rehearsal' });
  const live = await panel.createKey({ name: unique('Live') });
  const call = { stepId: first.id, secret: key.secret };
  const step = new StepPage(page);
  await step.open(panel.company, id, first.id);
  await expect(step.integrate).toHaveAttribute(
    'href',
    new RegExp(`/integrate\\?step=${first.id}$`),
  );
  await expect(step.tests).toBeHidden();
  const ada = await sendLead(api, call, { name: 'Ada Lovelace' });
  await expect(step.tests).toBeVisible();
  await expect(page.getByText('Waiting for the first lead…')).toBeVisible();

  const lead = await sendLead(api, { ...call, secret: live.secret }, { name: 'Grace Hopper' });
  await expect(step.names).toHaveText(['Grace Hopper']);
  await expect(page.getByText('1 lead · 1 today')).toBeVisible();
  await expect(step.lead(lead.id)).not.toContainText('Test');
  await step.tests.click();
  await expect(page).toHaveURL(/\?show=tests$/);
  await expect(step.names).toHaveText(['Ada Lovelace']);
  await expect(step.lead(ada.id)).toContainText('Test');
  await sendLead(api, call, { name: 'Alan Turing' });
  await expect(step.names).toHaveText(['Alan Turing', 'Ada Lovelace']);
  expect(await audit(page, 'tests of a step')).toEqual([]);

  await step.tests.click();
  await expect(step.names).toHaveText(['Grace Hopper']);
  await step.tests.click();
  await step.lead(ada.id).getByRole('link').click();
  await expect(new LeadPage(page).heading).toHaveText('Ada Lovelace');
  await expect(page.getByRole('main')).toContainText('Not counted, and deleted 7 days after');
});
