import { postLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { IntegratePage } from './pages/integrate-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { MappingPage } from './pages/mapping-page.ts';
import { Shell } from './pages/shell.ts';

const sent = {
  lead: { nome: 'Maria Silva', fone: '+55 11 98765-4321' },
  city: 'Faro',
};

test('a pasted curl command is turned into a mapping, and its body into a lead', async ({
  page,
  company,
  panel,
  api,
}) => {
  const { screen, funnel } = await IntegratePage.openForStep(page, panel);
  const mapping = new MappingPage(page);
  const key = await panel.createKey();
  await screen.open(company, `?step=${funnel.step.id}&key=${key.id}`);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.url()} ${request.postData() ?? ''}`));
  await screen.pasted.fill(
    `curl '${new URL(page.url()).origin}/api/leads/public/${funnel.step.id}' \\
      -H 'X-API-Key: ${key.secret}' \\
      --data-raw '${JSON.stringify(sent)}'`,
  );
  await expect(screen.toChange).toHaveText([
    'The header Content-Type: application/json is missing.',
  ]);
  await expect(screen.becomes).toContainText('name: is required (the body has lead, city)');
  expect(await audit(page, 'pasted command')).toEqual([]);

  await screen.mapFields.click();
  await expect(mapping.row('lead.nome')).toContainText('Maria Silva');
  await mapping.choice('lead.nome').selectOption('Name');
  await mapping.choice('lead.fone').selectOption('Phones');
  await expect(mapping.tried).toContainText(['Not read: city']);
  await mapping.choice('city').selectOption('Custom field');
  await expect(mapping.tried).toContainText(['city Faro']);
  expect(await audit(page, 'mapping of a pasted body')).toEqual([]);
  await mapping.save.click();
  await expect(new Shell(page).announcement).toHaveText('Saved. The next request is read so');
  await mapping.leaveOut.click();
  await expect(mapping.leaveOut).toHaveCount(0);
  expect(calls.join('\n')).not.toContain(key.secret);

  const call = { stepId: funnel.step.id, secret: key.secret };
  const answer = await postLead(api, call, sent);
  expect(answer.status()).toBe(201);
  const lead = new LeadPage(page);
  await lead.open(company, (await answer.json()).data.id);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maria Silva');
  await expect(lead.section('Custom fields')).toContainText('cityFaro');

  const changed = await postLead(api, call, { nome: 'Ana Lima', contact: { fone: '912' } });
  expect(changed.status()).toBe(201);
  await lead.open(company, (await changed.json()).data.id);
  await expect(lead.section('Ignored fields')).toContainText('Also sent: contact; not read.');
});

test('a pasted form is corrected without a key', async ({ page, panel }) => {
  const { screen, funnel } = await IntegratePage.openForStep(page, panel);
  await screen.pasted.fill("name=Ana+O'Neill&tel=%2B351912345678&city=Faro");
  await expect(screen.toChange).toHaveText(['Leadgate takes JSON only: anything else is refused.']);
  await expect(screen.becomes).toContainText('Not read: city');
  await expect(screen.corrected).toContainText('"customFields": { "city": "Faro" }');
  await page.getByRole('tab', { name: 'curl', exact: true }).last().click();
  await expect(screen.corrected).toContainText(`/api/leads/public/${funnel.step.id}'`);
  await expect(screen.corrected).toContainText("O'\\''Neill");
  await expect(screen.mapFields).toHaveCount(0);
});
