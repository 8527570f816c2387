import { randomUUID } from 'node:crypto';
import { postLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { IntakeLogPage } from './pages/intake-log-page.ts';
import { open } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

const nested = { data: { contact: { phone: '+55 11 98765-4321' } } };

test('a broken integration is found by its cause, with what it sends', async ({
  page,
  company,
  panel,
  api,
}) => {
  const log = new IntakeLogPage(page);
  const shell = new Shell(page);
  const funnel = await panel.createFunnel();
  const key = await panel.createKey();
  const call = { stepId: funnel.step.id, secret: key.secret };
  for (let n = 0; n < 3; n += 1) await postLead(api, call, { ...nested, n });
  await postLead(api, call, { name: 'Maria Silva' });

  await open(page, `/${company}/leads`);
  await shell.go('Intake log');
  await expect(shell.breadcrumbs).toHaveText('CRM/Intake log');
  await log.key.selectOption(key.name);
  await expect(page).toHaveURL(new RegExp(`key=${key.id}`));
  const group = log.group(/name/);
  await expect(group).toContainText('3');
  await expect(group).toContainText(`${funnel.name}: ${funnel.step.name}`);
  await group.getByRole('link').click();
  await expect(log.cause).toContainText('3 requests since');
  await expect(log.entries).toHaveCount(3);

  await log.entries.first().getByRole('link').click();
  await expect(log.body).toHaveText(JSON.stringify({ ...nested, n: 2 }));
  await page.goBack();
  await log.showAllCauses.click();
  await log.tab('Accepted').click();
  await expect(log.entries).toHaveCount(1);
});

test('filters are kept in the address, and can be cleared', async ({
  page,
  company,
  panel,
  api,
}) => {
  const log = new IntakeLogPage(page);
  const { step } = await panel.createFunnel();
  const key = await panel.createKey();
  await postLead(api, { stepId: step.id, secret: key.secret }, {});
  await postLead(api, { stepId: randomUUID(), secret: key.secret }, { name: 'Ana' });

  await log.open(company, `?key=${key.id}&status=404`);
  await expect(log.status).toHaveValue('404');
  await expect(log.entries).toHaveCount(1);
  await expect(log.exportLink).toHaveAttribute('href', /intake-log\/export\?.*status=404/);
  await log.since.fill('2099-01-31');
  await log.clearFilters.click();
  await expect(page).toHaveURL(/intake-log$/);
  await expect(log.key).toHaveValue('');
});

test('requests with a wrong key are counted for their step', async ({
  page,
  company,
  panel,
  api,
}) => {
  const log = new IntakeLogPage(page);
  const funnel = await panel.createFunnel();
  const secret = `lk_${'0'.repeat(32)}`;
  await postLead(api, { stepId: funnel.step.id, secret }, { name: 'Ana' });

  await log.open(company, `?step=${funnel.step.id}`);
  await expect(log.keyless).toContainText('1 request with a wrong key since');
  await expect(log.keyless).toContainText(`${funnel.name}: ${funnel.step.name}`);
});

test('a lead shows what was sent, beside what was read of it', async ({
  page,
  company,
  panel,
  api,
}) => {
  const { step } = await panel.createFunnel();
  const { secret } = await panel.createKey();
  const sent = { name: 'Maria Silva', mobile: '11 98765-4321', nickname: 'Mia' };
  const answer = await postLead(api, { stepId: step.id, secret }, sent);
  const { data } = await answer.json();

  await open(page, `/${company}/leads/${data.id}`);
  await page.getByText('What was sent, and what was read of it').click();
  const log = new IntakeLogPage(page);
  await expect(log.body).toHaveText(JSON.stringify(sent));
  await expect(page.getByRole('group', { name: 'Submitted data' })).not.toContainText('nickname');
});

test('the ID of a request leads from the page of errors to its entry', async ({
  page,
  panel,
  api,
}) => {
  const { step } = await panel.createFunnel();
  const { secret } = await panel.createKey();
  const answer = await postLead(api, { stepId: step.id, secret }, {});
  const id = answer.headers()['x-request-id'] ?? '';

  await expect(async () => {
    await open(page, `/docs/errors?request=${id}`);
    const found = page.getByRole('complementary', { name: 'Your request' });
    await found.getByRole('link', { name: 'name: is required' }).click({ timeout: 1_000 });
  }).toPass();
  await expect(new IntakeLogPage(page).body).toHaveText('{}');
});
