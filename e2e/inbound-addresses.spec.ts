import { readFileSync } from 'node:fs';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { readClipboard, unique } from './helpers.ts';
import { dropCalls } from './network.ts';
import { Bell } from './pages/bell.ts';
import { AddressDialog, InboundAddressesPage } from './pages/inbound-addresses-page.ts';
import { IntakeLogPage } from './pages/intake-log-page.ts';
import { MappingPage } from './pages/mapping-page.ts';
import { ReplayPage } from './pages/replay-page.ts';
import { StepPage } from './pages/step-page.ts';

const sender = new URL('../server/testing/senders/typeform.http', import.meta.url);
/** What Typeform sends for Laura. */
const submission = JSON.parse(readFileSync(sender, 'utf8').split('\n\n')[1] ?? '');

test('a form tool is connected from a step, and its submissions become leads there until it is deleted', async ({
  page,
  context,
  company,
  panel,
  api,
}) => {
  const [step, dialog] = [new StepPage(page), new AddressDialog(page)];
  const addresses = new InboundAddressesPage(page);
  const funnel = await panel.createFunnel({ steps: ['First', 'Second'] });
  const second = funnel.steps[1]?.id ?? '';
  const name = unique('Survey');
  panel.removeAtEnd(name);
  const post = async (url: string) => (await api.post(url, { data: submission })).status();

  await test.step('errors are at the fields, and a failed save keeps what was typed', async () => {
    await step.open(company, funnel.id, second);
    await addresses.connect.click();
    await expect(dialog.select('Step')).toHaveValue(second);
    await dialog.submit.click();
    await expect(dialog.tool).toHaveAccessibleDescription('Choose a tool');
    await dialog.tool.selectOption('Typeform');
    await expect(dialog.name).toHaveValue('Typeform');
    await dialog.name.fill(name);
    await dialog.more.click();
    await dialog.networks.fill('here');
    await dialog.submit.click();
    await expect(dialog.networks).toHaveAccessibleDescription(/here is no network/);
    await dialog.networks.fill('127.0.0.0/8');
    const restore = await dropCalls(page, 'inboundAddresses.create');
    await dialog.submit.click();
    await expect(dialog.failure).toContainText('The server cannot be reached');
    await expect(dialog.name).toHaveValue(name);
    await expect(dialog.networks).toHaveValue('127.0.0.0/8');
    await restore();
    await dialog.networks.fill('');
  });

  const url =
    await test.step('the address is shown, and what is sent there is listed', async () => {
      await dialog.submit.click();
      await dialog.copy.click();
      await expect(dialog.dialog).toContainText('Connect → Webhooks');
      const copied = await readClipboard(context);
      expect(copied).toMatch(/\/api\/in\/in_\w+$/);
      await dialog.done.click();
      expect(await post(copied)).toBe(200);
      await expect(step.names).toHaveText(['Laura']);
      await addresses.linkOfStep(name).click();
      await expect(addresses.section('Settings')).toContainText(`${funnel.name}: Second`);
      await expect(page.getByRole('link', { name: /^Example, retries/ })).toHaveAttribute(
        'href',
        '/docs/connect-typeform',
      );
      await addresses.show.click();
      await expect(addresses.url).toHaveValue(copied);
      return copied;
    });

  await test.step('it is paused and resumed', async () => {
    await addresses.act(name, 'Pause');
    await expect(page.getByText(/^Paused: /)).toBeVisible();
    await expect.poll(() => post(url)).toBe(503);
    await page.getByRole('main').getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText(/^Paused: /)).toBeHidden();
    await expect.poll(() => post(url)).toBe(200);
  });

  await test.step('rotated, both addresses take submissions, and none once it is deleted', async () => {
    await addresses.act(name, 'Rotate');
    await dialog.submit.click();
    await expect(dialog.dialog).toContainText('The old address works until');
    const fresh = await dialog.url.inputValue();
    await dialog.done.click();
    expect(fresh).not.toBe(url);
    expect([await post(url), await post(fresh)]).toEqual([200, 200]);

    await addresses.act(name, 'Delete');
    await dialog.typedName.fill(name);
    await dialog.submit.click();
    await expect(page).toHaveURL(`/${company}/settings/inbound-addresses`);
    await expect(addresses.row(name)).toHaveCount(0);
    await expect.poll(() => post(url)).toBe(404);
  });
});

test('a visitor fills in the form of an address, and becomes a lead', { tag: '@own' }, async ({
  page,
  context,
  company,
  panel,
}) => {
  const [addresses, dialog] = [new InboundAddressesPage(page), new AddressDialog(page)];
  const step = new StepPage(page);
  const funnel = await panel.createFunnel();
  await step.open(company, funnel.id, funnel.step.id);
  await addresses.connect.click();
  await dialog.tool.selectOption('HTML form');
  await dialog.more.click();
  // The visitor of this test is a program.
  await dialog.dialog.getByLabel('Hold what programs send').uncheck();
  await dialog.submit.click();
  await dialog.dialog.getByRole('button', { name: 'Copy form' }).click();
  const snippet = await readClipboard(context);
  const preview = dialog.dialog.frameLocator('iframe');
  await expect(preview.getByLabel('Phone')).toBeVisible();
  await dialog.done.click();

  const visitor = await context.newPage();
  await visitor.setContent(snippet);
  await expect(visitor.locator('input[name="_opened"]')).toHaveCount(1);
  await visitor.getByLabel('Name').fill('Zoë Visitor');
  await visitor.getByLabel('Phone').fill('+55 11 98765-4321');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await visitor.close();
  await expect(step.names).toHaveText(['Zoë Visitor']);
});

test('a submission without a person is held, found in the bell, mapped, and becomes a lead', async ({
  page,
  company,
  panel,
  api,
}) => {
  const [bell, mapping, replay] = [new Bell(page), new MappingPage(page), new ReplayPage(page)];
  const addresses = new InboundAddressesPage(page);
  const funnel = await panel.createFunnel();
  const { url, name } = await panel.createAddress(funnel.step.id, 'other');
  const submit = async (cliente: string) => {
    const pedido = { cliente, contato: '+55 11 98765-4321', plano: 'Pro' };
    return (await api.post(url, { data: { pedido } })).json();
  };
  await addresses.open(company);
  await addresses.link(name).click();
  expect(await submit('Ana Lima')).toMatchObject({ success: true, data: null });
  await expect(page.getByText('Submissions are held')).toBeVisible();
  await expect(addresses.mapFields).toHaveAttribute('href', /\/fields\?entry=[0-9a-f-]{36}$/);
  await bell.button.click();
  await bell.items.filter({ hasText: name }).getByRole('link').click();
  await expect(new IntakeLogPage(page).body).toContainText('"Ana Lima"');
  await expect(page.getByText('Held', { exact: true })).toBeVisible();

  await addresses.mapFields.click();
  await expect(mapping.choice('pedido.cliente')).toHaveValue('name');
  await expect(mapping.choice('pedido.contato')).toHaveValue('phones');
  await expect(mapping.customName('pedido.plano')).toHaveValue('plano');
  await expect(mapping.tried).toContainText(['Ana Lima']);
  await mapping.saveAndSend.click();
  await expect(replay.results).toHaveText([/Lead created.*Ana Lima/]);
  expect(await submit('Bia Souza')).toMatchObject({
    success: true,
    data: { id: expect.anything() },
  });
});

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });

  test('sees addresses without actions', { tag: ['@viewer', '@own', '@full'] }, async ({
    page,
    company,
    panel,
  }) => {
    const addresses = new InboundAddressesPage(page);
    const { id: funnelId, step } = await panel.createFunnel();
    const { name } = await panel.createAddress(step.id, 'typeform');
    await addresses.open(company);
    await expect(addresses.row(name)).toBeVisible();
    await expect(addresses.readOnlyNote).toBeVisible();
    await expect(addresses.connect).toHaveCount(0);
    await expect(addresses.actions).toHaveCount(0);
    const found = await audit(page, 'inbound addresses');

    await addresses.link(name).click();
    await expect(addresses.section('Address')).toContainText('/api/in/in_');
    for (const none of [addresses.actions, addresses.show, addresses.edit, addresses.mapFields]) {
      await expect(none).toHaveCount(0);
    }
    found.push(...(await audit(page, 'inbound address')));

    await new StepPage(page).open(company, funnelId, step.id);
    await expect(addresses.linkOfStep(name)).toBeVisible();
    await expect(addresses.connect).toHaveCount(0);

    expect(found).toEqual([]);
  });
});
