import { postLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { dropCalls, failCalls } from './network.ts';
import { IntakeLogPage } from './pages/intake-log-page.ts';
import { KeyPage } from './pages/key-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { MappingPage } from './pages/mapping-page.ts';
import { Shell } from './pages/shell.ts';

const sent = {
  formId: 'f-1',
  lead: { nome: 'Maria Silva', fone: '+55 11 98765-4321' },
  city: 'Faro',
};

test('a refused request is found by its cause, mapped, and accepted when it is sent again', async ({
  page,
  company,
  panel,
  api,
}) => {
  const log = new IntakeLogPage(page);
  const mapping = new MappingPage(page);
  const shell = new Shell(page);
  const { step } = await panel.createFunnel();
  const key = await panel.createKey();
  const call = { stepId: step.id, secret: key.secret };
  await postLead(api, call, sent);

  await log.open(company, `?key=${key.id}`);
  await log.group('lead').getByRole('link').click();
  await page.getByRole('link', { name: 'Map fields' }).click();
  await expect(shell.breadcrumbs).toHaveText(`Settings/API keys/${key.name}/Map fields`);
  await expect(mapping.row('lead.nome')).toContainText('Maria Silva');
  await expect(mapping.proposed).toBeVisible();
  await expect(mapping.choice('lead.nome')).toHaveValue('name');
  await expect(mapping.choice('lead.fone')).toHaveValue('phones');
  await expect(mapping.tried).toContainText(['Maria Silva']);
  await mapping.discard.click();
  await expect(mapping.tried).toContainText(['name: is required']);
  await expect(mapping.save).toBeDisabled();

  await mapping.choice('lead.nome').selectOption('Name');
  await mapping.choice('lead.fone').selectOption('Phones');
  await mapping.choice('city').selectOption('Custom field');
  await mapping.customName('city').fill('Town');
  await expect(mapping.tried).toContainText(['Town Faro']);
  await expect(mapping.tried).toContainText(['Phones +5511987654321']);
  expect(await audit(page, 'mapping')).toEqual([]);

  const restore = await dropCalls(page, 'apiKeys.saveMapping');
  await mapping.save.click();
  await expect(mapping.error).toBeVisible();
  await restore();
  await page.reload();
  await expect(mapping.customName('city')).toHaveValue('Town');
  await mapping.save.click();
  await expect(shell.announcement).toHaveText('Saved. The next request is read so');

  const answer = await postLead(api, call, sent);
  expect(answer.status()).toBe(201);
  const lead = new LeadPage(page);
  await lead.open(company, (await answer.json()).data.id);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maria Silva');
  await expect(lead.section('Custom fields')).toContainText('TownFaro');
});

test('a mapping says where leads come from, and an earlier version is loaded again', async ({
  page,
  company,
  panel,
  api,
}) => {
  const mapping = new MappingPage(page);
  const { step } = await panel.createFunnel();
  const key = await panel.createKey();
  const call = { stepId: step.id, secret: key.secret };
  const sourceOf = async () => {
    const answer = await postLead(api, call, { name: 'Ana' });
    return (await answer.json()).data.source;
  };
  await mapping.open(company, key.id);
  await mapping.source.fill('TikTok');
  await mapping.save.click();
  await expect(mapping.error).toContainText('Say all three: source, medium and channel');
  await mapping.medium.fill('paid_social');
  await mapping.channel.fill('paid_social');
  const restore = await failCalls(page, 'apiKeys.mapping', 'request-1');
  await mapping.save.click();
  await expect(mapping.source).toHaveValue('tiktok');
  restore();
  await expect.poll(sourceOf).toBe('tiktok');

  await mapping.source.fill('instagram');
  await mapping.save.click();
  await mapping.load(1).click();
  await expect(mapping.source).toHaveValue('tiktok');
  await mapping.save.click();
  await expect(mapping.load(2)).toBeVisible();
  await expect.poll(sourceOf).toBe('tiktok');
});

test('the page of a key counts what is not read', async ({ page, company, panel, api }) => {
  const screen = new KeyPage(page);
  const { step } = await panel.createFunnel();
  const key = await panel.createKey();
  await screen.open(company, key.id);
  await expect(screen.section('Fields')).toContainText('No ignored fields');
  await postLead(api, { stepId: step.id, secret: key.secret }, { name: 'Ana', city: 'Faro' });
  await expect(screen.fields).toHaveText([/^cityIn 1 request, last .*Not read$/]);
  expect(await audit(page, 'ignored fields')).toEqual([]);
});
