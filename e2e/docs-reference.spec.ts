import { z } from 'zod';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { open } from './pages/open.ts';
import { ReferencePage } from './pages/reference-page.ts';

test.describe('signed out', () => {
  test.use({ role: null });

  test('the reference and its form have no accessibility problems', { tag: '@full' }, async ({
    page,
  }) => {
    const reference = new ReferencePage(page);
    await reference.open();
    await expect(reference.operation('Create a lead')).toBeVisible();
    const found = await audit(page, 'reference');

    await reference.try('Create a lead');
    await expect(reference.stepId).toBeVisible();
    found.push(...(await audit(page, 'form')));

    expect(found).toEqual([]);
  });

  test('a link from another page loads the reference with the policy that it needs, and its downloads', async ({
    page,
  }) => {
    const reference = new ReferencePage(page);
    await open(page, '/docs');
    await page.getByRole('main').getByRole('link', { name: 'API reference' }).click();

    await expect(reference.operation('Create a lead')).toBeVisible();
    for (const format of ['json', 'yaml']) {
      await expect(reference.download(`OpenAPI as ${format.toUpperCase()}`)).toHaveAttribute(
        'href',
        `/api/openapi.${format}`,
      );
    }
  });

  test('the reference can be loaded again after a failure', { tag: '@full' }, async ({ page }) => {
    const reference = new ReferencePage(page);
    await page.route('**/standalone*.js', (route) => route.abort(), { times: 1 });
    await reference.open();
    await reference.retry.click();

    await expect(reference.operation('Create a lead')).toBeVisible();
    await expect(reference.failure).toBeHidden();
  });
});

test('a pasted key creates one lead, and leaves no trace', { tag: '@full' }, async ({
  page,
  api,
  panel,
}) => {
  const { step } = await panel.createFunnel();
  const permissions = ['leads:create', 'leads:read'];
  const { secret } = await panel.createKey({ permissions, stepIds: [step.id] });
  const reference = new ReferencePage(page);
  await reference.open();
  await reference.key.fill(secret);
  await reference.try('Create a lead');
  await reference.stepId.fill(step.id);
  await reference.send.click();

  await expect(reference.response).toContainText('201 Created');
  const found = await api.get('/api/leads?externalLeadId=4711', {
    headers: { 'X-API-Key': secret },
  });
  const { data } = z.object({ data: z.array(z.unknown()) }).parse(await found.json());
  expect(data).toHaveLength(1);

  const kept = await page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      window.location.href,
      await indexedDB.databases(),
    ]),
  );
  expect(kept).toContain('shell/curl');
  expect(kept).not.toContain(secret);
  await page.reload();
  await expect(reference.operation('Create a lead')).toBeVisible();
  await expect(reference.key).toHaveValue('');
});
