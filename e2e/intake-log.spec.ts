import { postLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { IntakeLogPage } from './pages/intake-log-page.ts';
import { open } from './pages/open.ts';
import { ReplayPage } from './pages/replay-page.ts';
import { Shell } from './pages/shell.ts';

const nested = { data: { contact: { phone: '+55 11 98765-4321' } } };

test('a refused request is found by its ID and by its cause, with what was sent, and is corrected', async ({
  page,
  company,
  panel,
  api,
}) => {
  const log = new IntakeLogPage(page);
  const replay = new ReplayPage(page);
  const funnel = await panel.createFunnel();
  const key = await panel.createKey();
  const call = { stepId: funnel.step.id, secret: key.secret };
  const wrongKey = { ...call, secret: `lk_${'0'.repeat(32)}` };
  await postLead(api, wrongKey, { name: 'Ana' });
  for (let n = 0; n < 2; n += 1) await postLead(api, call, { ...nested, n });
  const refused = await postLead(api, call, { ...nested, n: 2 });
  await postLead(api, call, { name: 'Maria Silva' });
  await expect.poll(() => panel.loggedOf(key.id)).toBe(4);

  await test.step('by the ID of its answer, on the page of errors', async () => {
    await open(page, `/docs/errors?request=${refused.headers()['x-request-id']}`);
    const found = page.getByRole('complementary', { name: 'Your request' });
    await found.getByRole('link', { name: /^name: is required/ }).click();
    await expect(log.body).toHaveText(JSON.stringify({ ...nested, n: 2 }));
  });

  await test.step('by its cause', async () => {
    await new Shell(page).go('Intake log');
    await expect(log.keyless).toContainText('1 request with a wrong key since');
    await expect(log.keyless).toContainText(`${funnel.name}: ${funnel.step.name}`);
    await log.key.selectOption(key.name);
    await expect(page).toHaveURL(new RegExp(`key=${key.id}`));
    const group = log.group(/name/);
    await expect(group).toContainText('3');
    await expect(group).toContainText(`${funnel.name}: ${funnel.step.name}`);
    await group.getByRole('link').click();
    await expect(log.cause).toContainText('3 requests since');
    await expect(log.entries).toHaveCount(3);
  });

  await test.step('with what was sent; corrected', async () => {
    await log.entries.first().getByRole('link').click();
    await expect(log.body).toHaveText(JSON.stringify({ ...nested, n: 2 }));
    await replay.correct.click();
    await replay.dialog.getByLabel('Body').fill('{"name":"Rui Costa"');
    await replay.dialog.getByRole('button', { name: 'Send' }).click();
    await expect(replay.dialog.getByRole('alert')).toContainText('JSON');
    await replay.dialog.getByLabel('Body').fill('{"name":"Rui Costa"}');
    await expect(replay.dialog.getByLabel('What it becomes')).toContainText('Rui Costa');
    expect(await audit(page, 'correct and send')).toEqual([]);
    await replay.dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rui Costa');
  });

  await test.step('back, with its filters, which can be cleared', async () => {
    await page.goBack();
    await expect(log.body).toBeVisible();
    await page.goBack();
    await log.showAllCauses.click();
    await log.tab('Accepted').click();
    await expect(log.entry('Maria Silva')).toBeVisible();
    await expect(log.exportLink).toHaveAttribute(
      'href',
      new RegExp(`intake-log/export\\?result=accepted&key=${key.id}$`),
    );
    await log.since.fill('2099-01-31');
    await log.clearFilters.click();
    await expect(page).toHaveURL(/intake-log\?result=accepted$/);
    await expect(log.key).toHaveValue('');
    await expect(page.getByRole('link', { name: 'Did everything arrive?' })).toHaveAttribute(
      'href',
      `/${company}/intake-log/compare`,
    );
  });
});
