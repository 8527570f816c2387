import { postLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { dropCalls, failCalls } from './network.ts';
import { MappingPage } from './pages/mapping-page.ts';
import { Shell } from './pages/shell.ts';

const sent = {
  formId: 'f-1',
  lead: { nome: 'Maria Silva', fone: '+55 11 98765-4321' },
  city: 'Faro',
};

test('a mapping is proposed from what was refused, tried while it is changed, and kept until it is saved', async ({
  page,
  company,
  panel,
  api,
}) => {
  const mapping = new MappingPage(page);
  const shell = new Shell(page);
  const { step } = await panel.createFunnel();
  const key = await panel.createKey();
  const call = { stepId: step.id, secret: key.secret };
  expect((await postLead(api, call, sent)).status()).toBe(400);

  await mapping.open(company, key.id);
  await expect(shell.breadcrumbs).toHaveText(`Settings/API keys/${key.name}/Map fields`);
  await expect(mapping.row('lead.nome')).toContainText('Maria Silva');
  await expect(mapping.proposed).toBeVisible();
  await expect(mapping.choice('lead.nome')).toHaveValue('name');
  await expect(mapping.choice('lead.fone')).toHaveValue('phones');
  await expect(mapping.tried).toContainText(['Maria Silva']);
  await mapping.discard.click();
  await expect(mapping.tried).toContainText(['name: is required']);
  await expect(mapping.save).toBeDisabled();

  await mapping.choice('city').selectOption('Custom field');
  await mapping.customName('city').fill('Town');
  expect(await audit(page, 'mapping, with fields that are not read')).toEqual([]);

  await mapping.choice('lead.nome').selectOption('Name');
  await mapping.choice('lead.fone').selectOption('Phones');
  await expect(mapping.tried).toContainText(['Town Faro']);
  await expect(mapping.tried).toContainText(['Phones +5511987654321']);

  const restore = await dropCalls(page, 'apiKeys.saveMapping');
  await mapping.save.click();
  await expect(mapping.error).toBeVisible();
  await restore();
  await page.reload();
  await expect(mapping.customName('city')).toHaveValue('Town');
  await mapping.save.click();
  await expect(shell.announcement).toHaveText('Saved. The next request is read so');

  expect((await postLead(api, call, sent)).status()).toBe(201);
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
