import { postLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { IntakeLogPage } from './pages/intake-log-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { MappingPage } from './pages/mapping-page.ts';
import { ReplayPage } from './pages/replay-page.ts';

test('a broken integration is mapped from its cause and sent again; the leads say so; it is undone', async ({
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
  const sent = (nome: string) => ({ lead: { nome }, nickname: 'Mia' });
  for (const nome of ['Maria Silva', 'Rui Costa']) await postLead(api, call, sent(nome));
  await expect.poll(() => panel.loggedOf(key.id)).toBe(2);

  await log.open(company, `?key=${key.id}`);
  await log.group('lead').getByRole('link').click();
  await page.getByRole('link', { name: 'Map fields' }).click();
  await mapping.choice('lead.nome').selectOption('Name');
  await mapping.save.click();
  await page.getByRole('link', { name: 'Send again' }).click();

  await expect(replay.previews).toContainText(['Maria Silva', 'Rui Costa']);
  await replay.start.click();
  await expect(replay.outcomes).toHaveText('2 leads created');
  await expect(replay.results).toHaveText([/Lead created.*Maria Silva/, /Lead created.*Rui Costa/]);
  expect(await audit(page, 'sent again')).toEqual([]);

  await replay.results.first().getByRole('link', { name: 'Maria Silva' }).click();
  await expect(new LeadPage(page).section('Timeline')).toContainText(
    'Refused at first, sent again from the intake log',
  );
  await page.getByText('What was sent, and what was read of it').click();
  await expect(log.body).toHaveText(JSON.stringify(sent('Maria Silva')));
  await expect(page.getByRole('group', { name: 'Submitted data' })).not.toContainText('nickname');

  await page.goBack();
  await replay.undo.click();
  await replay.confirmUndo.click();
  await expect(replay.outcomes).toHaveText('2 undone');
  await expect(replay.previews).toContainText(['Maria Silva', 'Rui Costa']);
});

test('values that were not read of a stored lead are filled in, and emptied again', {
  tag: '@full',
}, async ({ page, company, panel, api }) => {
  const log = new IntakeLogPage(page);
  const replay = new ReplayPage(page);
  const { step } = await panel.createFunnel();
  const key = await panel.createKey();
  const sent = { name: 'Ana', telef: '+55 11 98765-4321' };
  await postLead(api, { stepId: step.id, secret: key.secret }, sent);
  await panel.mapFields(key.id, [{ path: ['telef'], field: 'phones' }]);
  await expect.poll(() => panel.loggedOf(key.id)).toBe(1);

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
