import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { clickIfVisible, failCalls, fakeResponse } from './network.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { AuditLogPage } from './pages/audit-log-page.ts';
import { Confirmation, KeyDialog, NameDialog } from './pages/dialogs.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { AddressDialog, InboundAddressesPage } from './pages/inbound-addresses-page.ts';
import { open } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

test.describe.configure({ timeout: 300_000 });

/*
 * Menus, confirmations, forms, and lists that are empty or cannot be read, of the screens of
 * `accessibility.spec.ts`. They are made of the same parts as those that `npm test` audits.
 */

const none = { all: 0, active: 0, inactive: 0, expired: 0 };

test('API keys and their states', { tag: '@full' }, async ({ page, company, panel }) => {
  const keys = new ApiKeysPage(page);
  const funnel = await panel.createFunnel();
  const key = await panel.createKey({ funnelIds: [funnel.id] });
  await keys.open(company);
  await expect(keys.row(key.name)).toBeVisible();
  await keys.menuOf(key.name).click();
  await expect(keys.action('Edit')).toBeVisible();
  const found = await audit(page, 'menu of a key');
  await page.keyboard.press('Escape');

  const repair = await failCalls(page, 'apiKeys.list', 'request-4711');
  await keys.tab('Active').click();
  await expect(keys.error).toBeVisible();
  found.push(...(await audit(page, 'API keys with an error')));
  repair();

  await fakeResponse(page, 'apiKeys.list', { items: [], counts: { ...none, all: 2, active: 2 } });
  await keys.tab('Expired').click();
  await expect(keys.clearFilters).toBeVisible();
  found.push(...(await audit(page, 'API keys with an empty filter')));
  await fakeResponse(page, 'apiKeys.list', { items: [], counts: none });
  await clickIfVisible(keys.tab('Inactive'));
  await expect(keys.createFirst).toBeVisible();
  found.push(...(await audit(page, 'the first API key')));

  expect(found).toEqual([]);
});

test('dialogs of an API key', { tag: '@full' }, async ({ page, company, panel }) => {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const key = await panel.createKey();
  const found: string[] = [];
  await keys.open(company);
  for (const action of ['Edit', 'Rotate'] as const) {
    await keys.act(key.name, action);
    await expect(dialog.submit).toBeVisible();
    found.push(...(await audit(page, action)));
    await page.keyboard.press('Escape');
    await expect(dialog.dialog).toBeHidden();
  }

  await keys.act(key.name, 'Deactivate');
  await expect(new Confirmation(page).dialog).toBeVisible();
  found.push(...(await audit(page, 'Deactivate')));
  await new Confirmation(page).confirm('Deactivate key').click();
  await expect(new Shell(page).toast).toBeVisible();
  found.push(...(await audit(page, 'offer to undo')));
  await keys.act(key.name, 'Delete');
  await expect(dialog.dialog).toBeVisible();
  found.push(...(await audit(page, 'Delete')));

  expect(found).toEqual([]);
});

test('inbound addresses and their dialogs', { tag: ['@own', '@full'] }, async ({
  page,
  company,
  panel,
}) => {
  const [addresses, dialog] = [new InboundAddressesPage(page), new AddressDialog(page)];
  await addresses.open(company);
  await expect(page.getByRole('heading', { name: 'No inbound addresses yet' })).toBeVisible();
  const found = await audit(page, 'the first inbound address');
  const { step } = await panel.createFunnel();
  const { name } = await panel.createAddress(step.id, 'typeform');
  await expect(addresses.row(name)).toBeVisible();
  for (const action of ['Edit', 'Rotate', 'Delete'] as const) {
    await addresses.act(name, action);
    await expect(dialog.submit).toBeVisible();
    found.push(...(await audit(page, `${action} an address`)));
    await page.keyboard.press('Escape');
    await expect(dialog.dialog).toBeHidden();
  }

  expect(found).toEqual([]);
});

test('an address without a screen', { tag: '@full' }, async ({ page, company }) => {
  await open(page, `/${company}/nowhere`);

  expect(await audit(page, 'not found')).toEqual([]);
});

test('the audit log and its states', { tag: '@full' }, async ({ page, company }) => {
  const log = new AuditLogPage(page);
  await log.open(company);
  await log.since.fill('2999-01-31');
  await expect(log.clearFilters).toBeVisible();
  const found = await audit(page, 'audit log with an empty filter');
  await failCalls(page, 'audit.list', 'request-4711');
  await log.since.fill('2999-01-30');
  await expect(log.error).toBeVisible();
  found.push(...(await audit(page, 'audit log with an error')));

  expect(found).toEqual([]);
});

test('funnels and their states', { tag: '@full' }, async ({ page, company, panel }) => {
  const funnels = new FunnelsPage(page);
  const funnel = await panel.createFunnel();
  await funnels.open(company);
  await funnels.act(funnel.name, 'Archive');
  await expect(new Confirmation(page).dialog).toBeVisible();
  const found = await audit(page, 'archive a funnel');
  await page.keyboard.press('Escape');
  const repair = await failCalls(page, 'funnels.list', 'request-4711');
  await funnels.tab('Archived').click();
  await expect(funnels.error).toBeVisible();
  found.push(...(await audit(page, 'funnels with an error')));

  await fakeResponse(page, 'funnels.list', { items: [], counts: { current: 0, archived: 0 } });
  repair();
  await clickIfVisible(funnels.error.getByRole('button', { name: 'Retry' }));
  await expect(page.getByRole('heading', { name: 'No funnels yet' })).toBeVisible();
  found.push(...(await audit(page, 'the first funnel')));

  expect(found).toEqual([]);
});

test('a funnel and its states', { tag: '@full' }, async ({ page, company, panel }) => {
  const screen = new FunnelPage(page);
  const dialog = new NameDialog(page);
  const funnel = await panel.createFunnel({ steps: ['New', 'Contacted', 'Won'] });
  await screen.open(company, funnel.id);
  await screen.menuOf('New').click();
  await expect(page.getByRole('menu')).toBeVisible();
  const found = await audit(page, 'menu of a step');
  await page.keyboard.press('Escape');

  await screen.addStep.click();
  await dialog.save.click();
  await expect(dialog.name).toHaveAttribute('aria-invalid', 'true');
  found.push(...(await audit(page, 'new step with an error')));
  await page.keyboard.press('Escape');
  const empty = await panel.createFunnel({ steps: [] });
  await panel.archiveFunnel(empty.id);
  await screen.open(company, empty.id);
  await expect(screen.archivedNote).toBeVisible();
  found.push(...(await audit(page, 'archived funnel without steps')));

  expect(found).toEqual([]);
});

test('a step and its states', { tag: '@full' }, async ({ page, company, panel, send }) => {
  const screen = new StepPage(page);
  const funnel = await panel.createFunnel({ steps: ['New'] });
  await screen.open(company, funnel.id, funnel.step.id);
  const found = await audit(page, 'step without leads');
  await send(funnel.step.id, { name: 'Maria Silva' });
  await expect(screen.leads).toHaveCount(1);
  await screen.search.fill('no such lead');
  await expect(screen.clearSearch).toBeVisible();
  found.push(...(await audit(page, 'search without a match')));
  await failCalls(page, 'leads.list', 'request-4711');
  await screen.search.fill('maria');
  await expect(screen.error).toBeVisible();
  found.push(...(await audit(page, 'leads with an error')));

  expect(found).toEqual([]);
});
