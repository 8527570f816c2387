import { postLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { BoardPage } from './pages/board-page.ts';
import { IntakeLogPage } from './pages/intake-log-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { MappingPage } from './pages/mapping-page.ts';
import { ReplayPage } from './pages/replay-page.ts';

test('a broken integration is found by its cause, mapped, sent again, and is on the board', async ({
  page,
  company,
  panel,
  api,
}) => {
  const log = new IntakeLogPage(page);
  const mapping = new MappingPage(page);
  const replay = new ReplayPage(page);
  const funnel = await panel.createFunnel();
  const key = await panel.createKey();
  const call = { stepId: funnel.step.id, secret: key.secret };
  for (const nome of ['Maria Silva', 'Rui Costa']) await postLead(api, call, { lead: { nome } });

  await log.open(company, `?key=${key.id}`);
  await log.group('lead').getByRole('link').click();
  await page.getByRole('link', { name: 'Map fields' }).click();
  await mapping.choice('lead.nome').selectOption('Name');
  await mapping.save.click();
  await page.getByRole('link', { name: 'Send again' }).click();

  await expect(replay.previews).toContainText(['Maria Silva', 'Rui Costa']);
  expect(await audit(page, 'send again')).toEqual([]);
  await replay.start.click();
  await expect(replay.outcomes).toHaveText('2 leads created');
  await expect(replay.results).toHaveText([/Lead created.*Maria Silva/, /Lead created.*Rui Costa/]);
  expect(await audit(page, 'sent again')).toEqual([]);

  const retry = await postLead(api, call, { lead: { nome: 'Maria Silva' } });
  expect(retry.headers()['idempotent-replayed']).toBe('true');
  await replay.results.first().getByRole('link', { name: 'Maria Silva' }).click();
  await expect(new LeadPage(page).section('Timeline')).toContainText(
    'Refused at first, sent again from the intake log',
  );
  const board = new BoardPage(page);
  await board.open(company, funnel.id);
  for (const name of ['Maria Silva', 'Rui Costa']) {
    await expect(page.getByRole('link', { name })).toBeVisible();
  }
});

test('one request is corrected and sent', async ({ page, company, panel, api }) => {
  const log = new IntakeLogPage(page);
  const replay = new ReplayPage(page);
  const { step } = await panel.createFunnel();
  const key = await panel.createKey();
  await postLead(api, { stepId: step.id, secret: key.secret }, { company_size: 12 });

  await log.open(company, `?key=${key.id}`);
  await log.entries.first().getByRole('link').click();
  await replay.correct.click();
  await replay.dialog.getByLabel('Body').fill('{"name":"Maria Silva"');
  await replay.dialog.getByRole('button', { name: 'Send' }).click();
  await expect(replay.dialog.getByRole('alert')).toContainText('JSON');
  await replay.dialog.getByLabel('Body').fill('{"name":"Maria Silva"}');
  await expect(replay.dialog.getByLabel('What it becomes')).toContainText('Maria Silva');
  expect(await audit(page, 'correct and send')).toEqual([]);
  await replay.dialog.getByRole('button', { name: 'Send' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maria Silva');
});

test('values that were not read of a stored lead are filled in, and emptied again', async ({
  page,
  company,
  panel,
  api,
}) => {
  const log = new IntakeLogPage(page);
  const replay = new ReplayPage(page);
  const { step } = await panel.createFunnel();
  const key = await panel.createKey();
  const sent = { name: 'Ana', telef: '+55 11 98765-4321' };
  await postLead(api, { stepId: step.id, secret: key.secret }, sent);
  await panel.mapFields(key.id, [{ path: ['telef'], field: 'phones' }]);

  await log.open(company, `?key=${key.id}&result=accepted`);
  await log.entry('Ana').getByRole('link').click();
  await page.getByRole('link', { name: 'Requests like this one' }).click();
  await page.getByRole('link', { name: 'Read again' }).click();
  await expect(replay.previews).toHaveText([/Ana Filled: Phones/]);
  await replay.start.click();
  await expect(replay.outcomes).toHaveText('1 lead filled');
  await expect(replay.start).toBeHidden();
  await replay.results.first().getByRole('link', { name: 'Ana' }).click();
  await expect(page.getByRole('main')).toContainText('+55 11 98765 4321');
  await page.goBack();
  await replay.undo.click();
  await replay.confirmUndo.click();
  await expect(replay.outcomes).toHaveText('1 undone');
  await expect(replay.previews).toHaveText([/Ana Filled: Phones/]);
});
