import { postLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { IntegratePage } from './pages/integrate-page.ts';
import { MappingPage } from './pages/mapping-page.ts';
import { Shell } from './pages/shell.ts';

const sent = {
  lead: { nome: 'Maria Silva', fone: '+55 11 98765-4321' },
  city: 'Faro',
};

test('a pasted form is corrected, and a pasted command becomes a mapping; its secret stays in the page', async ({
  page,
  panel,
  api,
}) => {
  const { screen, funnel } = await IntegratePage.openForStep(page, panel);
  const mapping = new MappingPage(page);
  const key = await panel.createKey();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.url()} ${request.postData() ?? ''}`));

  await test.step('a form, without a key', async () => {
    await screen.pasted.fill("name=Ana+O'Neill&tel=%2B351912345678&city=Faro");
    await expect(screen.toChange).toHaveText([
      'Leadgate takes JSON only: anything else is refused.',
    ]);
    await expect(screen.becomes).toContainText('Not read: city');
    await expect(screen.corrected).toContainText('"customFields": { "city": "Faro" }');
    await page.getByRole('tab', { name: 'curl', exact: true }).last().click();
    await expect(screen.corrected).toContainText(`/api/leads/public/${funnel.step.id}'`);
    await expect(screen.corrected).toContainText("O'\\''Neill");
    await expect(screen.mapFields).toHaveCount(0);
  });

  await test.step('a command, with the key whose secret it holds', async () => {
    await screen.haveOne.click();
    await screen.ownSecret.fill(key.secret);
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
  });

  await screen.mapFields.click();
  await expect(mapping.row('lead.nome')).toContainText('Maria Silva');
  await mapping.choice('lead.nome').selectOption('Name');
  await mapping.choice('lead.fone').selectOption('Phones');
  await expect(mapping.tried).toContainText(['Not read: city']);
  await mapping.choice('city').selectOption('Custom field');
  await expect(mapping.tried).toContainText(['city Faro']);
  await mapping.save.click();
  await expect(new Shell(page).announcement).toHaveText('Saved. The next request is read so');
  await mapping.leaveOut.click();
  await expect(mapping.leaveOut).toHaveCount(0);
  expect(calls.join('\n')).not.toContain(key.secret);

  const call = { stepId: funnel.step.id, secret: key.secret };
  expect((await postLead(api, call, sent)).status()).toBe(201);
});
