import { postLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { clickIfVisible, failCalls, fakeResponse } from './network.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { AuditLogPage } from './pages/audit-log-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { Confirmation, KeyDialog, NameDialog, NewFunnelDialog } from './pages/dialogs.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { AddressDialog, InboundAddressesPage } from './pages/inbound-addresses-page.ts';
import { IntakeLogPage } from './pages/intake-log-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { open } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

test.describe.configure({ timeout: 300_000 });

const none = { all: 0, active: 0, inactive: 0, expired: 0 };
const lead = {
  name: 'Maria Silva',
  phones: ['+55 11 98765-4321', '+1 555 000'.padEnd(14, '1')],
  email: 'maria@example.test',
  campaignName: 'Spring',
  pageName: 'Acme Brasil',
  customFields: { budget: 1200 },
};

test('API keys and their states', async ({ page, company, panel }) => {
  const keys = new ApiKeysPage(page);
  const funnel = await panel.createFunnel();
  const key = await panel.createKey({ funnelIds: [funnel.id] });
  await keys.open(company);
  await expect(keys.row(key.name)).toBeVisible();
  const found = await audit(page, 'API keys');
  await keys.menuOf(key.name).click();
  await expect(keys.action('Edit')).toBeVisible();
  found.push(...(await audit(page, 'menu of a key')));
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

test('dialogs of a new API key', async ({ page, company, panel }) => {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const name = unique('Key');
  const funnel = await panel.createFunnel();
  panel.removeAtEnd(name);
  await keys.open(company);
  await keys.create.click();
  await dialog.moreSettings.click();
  await dialog.radio('Only these funnels or steps').check();
  await dialog.showSteps(funnel.name).click();
  await dialog.radio('On a date').check();
  await dialog.submit.click();
  await expect(dialog.name).toHaveAttribute('aria-invalid', 'true');
  const found = await audit(page, 'new key with errors');

  await dialog.name.fill(name);
  await dialog.radio('Every funnel and step').check();
  await dialog.radio('Never').check();
  found.push(...(await audit(page, 'new key')));
  await dialog.submit.click();
  await expect(dialog.curl).toBeVisible();
  found.push(...(await audit(page, 'secret of a new key')));
  await dialog.done.click();
  await expect(dialog.closeDialog).toBeVisible();
  found.push(...(await audit(page, 'closing without copying')));

  expect(found).toEqual([]);
});

test('dialogs of an API key', async ({ page, company, panel }) => {
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

test('inbound addresses and their dialogs', { tag: '@own' }, async ({ page, company, panel }) => {
  const [addresses, dialog] = [new InboundAddressesPage(page), new AddressDialog(page)];
  await addresses.open(company);
  await expect(page.getByRole('heading', { name: 'No inbound addresses yet' })).toBeVisible();
  const found = await audit(page, 'the first inbound address');
  const { step } = await panel.createFunnel();
  const { name } = await panel.createAddress(step.id, 'typeform');
  await expect(addresses.row(name)).toBeVisible();
  found.push(...(await audit(page, 'inbound addresses')));

  await addresses.connect.click();
  await dialog.more.click();
  await dialog.submit.click();
  await expect(dialog.tool).toHaveAttribute('aria-invalid', 'true');
  found.push(...(await audit(page, 'form tool with errors')));
  await dialog.tool.selectOption('HTML form');
  await dialog.submit.click();
  await expect(dialog.url).toBeVisible();
  found.push(...(await audit(page, 'new address')));
  await dialog.done.click();
  for (const action of ['Edit', 'Rotate', 'Delete'] as const) {
    await addresses.act(name, action);
    await expect(dialog.submit).toBeVisible();
    found.push(...(await audit(page, `${action} an address`)));
    await page.keyboard.press('Escape');
    await expect(dialog.dialog).toBeHidden();
  }

  await addresses.link(name).click();
  await addresses.show.click();
  await expect(addresses.url).toBeVisible();
  await addresses.act(name, 'Pause');
  await expect(page.getByText(/^Paused: /)).toBeVisible();
  found.push(...(await audit(page, 'paused address')));

  expect(found).toEqual([]);
});

test('the settings of the company', async ({ page, company }) => {
  const settings = new CompanyPage(page);
  await settings.open(company);
  const found = await audit(page, 'company settings');
  await settings.name.fill('');
  await settings.save.click();
  await expect(settings.name).toHaveAttribute('aria-invalid', 'true');
  found.push(...(await audit(page, 'company settings with an error')));

  expect(found).toEqual([]);
});

test('the audit log and its states', async ({ page, company, panel }) => {
  const log = new AuditLogPage(page);
  const key = await panel.createKey();
  await log.open(company, '?what=keys');
  await log.detailsOf(log.entry(`Created the key ${key.name}`)).click();
  const found = await audit(page, 'audit log with details');

  await log.since.fill('2999-01-31');
  await expect(log.clearFilters).toBeVisible();
  found.push(...(await audit(page, 'audit log with an empty filter')));
  await failCalls(page, 'audit.list', 'request-4711');
  await log.since.fill('2999-01-30');
  await expect(log.error).toBeVisible();
  found.push(...(await audit(page, 'audit log with an error')));

  expect(found).toEqual([]);
});

test('the intake log and a request', async ({ page, company, panel, api }) => {
  const log = new IntakeLogPage(page);
  const funnel = await panel.createFunnel();
  const key = await panel.createKey();
  const call = { stepId: funnel.step.id, secret: key.secret };
  await postLead(api, call, { data: { contact: lead } });
  await postLead(api, { ...call, secret: 'lk_wrong' }, lead);
  await log.open(company, `?key=${key.id}`);
  await expect(log.keyless).toBeVisible();
  const found = await audit(page, 'intake log');

  await log.groups.first().getByRole('link').click();
  await expect(log.cause).toBeVisible();
  found.push(...(await audit(page, 'requests of a cause')));
  await log.entries.first().getByRole('link').click();
  await expect(log.body).toBeVisible();
  found.push(...(await audit(page, 'request')));

  expect(found).toEqual([]);
});

test('funnels and their states', async ({ page, company, panel, send }) => {
  const funnels = new FunnelsPage(page);
  const dialog = new NewFunnelDialog(page);
  const funnel = await panel.createFunnel();
  await send(funnel.step.id, lead);
  await funnels.open(company);
  const found = await audit(page, 'funnels');
  await funnels.newFunnel.click();
  await dialog.submit.click();
  await expect(dialog.name).toHaveAttribute('aria-invalid', 'true');
  found.push(...(await audit(page, 'new funnel with errors')));
  await page.keyboard.press('Escape');

  await funnels.act(funnel.name, 'Archive');
  await expect(new Confirmation(page).dialog).toBeVisible();
  found.push(...(await audit(page, 'archive a funnel')));
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

test('a funnel and its states', async ({ page, company, panel, send }) => {
  const screen = new FunnelPage(page);
  const dialog = new NameDialog(page);
  const funnel = await panel.createFunnel({ steps: ['New', 'Contacted', 'Won'] });
  await send(funnel.step.id, lead);
  await panel.archiveStep(funnel.steps[2]?.id ?? '');
  await screen.open(company, funnel.id);
  await expect(screen.archivedSteps).toBeVisible();
  const found = await audit(page, 'funnel');
  await screen.menuOf('New').click();
  await expect(page.getByRole('menu')).toBeVisible();
  found.push(...(await audit(page, 'menu of a step')));
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

test('a step and its states', async ({ page, context, company, panel, send }) => {
  const [screen, shell] = [new StepPage(page), new Shell(page)];
  const funnel = await panel.createFunnel({ steps: ['New'] });
  await screen.open(company, funnel.id, funnel.step.id);
  const found = await audit(page, 'step without leads');
  await send(funnel.step.id, lead, { name: 'Another lead' });
  await expect(screen.leads).toHaveCount(2);
  found.push(...(await audit(page, 'step')));
  await screen.pause.click();
  found.push(...(await audit(page, 'paused step')));
  await context.setOffline(true);
  await expect(shell.connection).toContainText('You are offline.');
  await shell.go('Funnels');
  await expect(shell.toast).toHaveText('You are offline. This page cannot be opened now.');
  found.push(...(await audit(page, 'offline')));
  await context.setOffline(false);
  await expect(shell.connection).toBeEmpty();
  await screen.search.fill('no such lead');
  await expect(screen.clearSearch).toBeVisible();
  found.push(...(await audit(page, 'search without a match')));
  await failCalls(page, 'leads.list', 'request-4711');
  await screen.search.fill('maria');
  await expect(screen.error).toBeVisible();
  found.push(...(await audit(page, 'leads with an error')));

  expect(found).toEqual([]);
});

test('a lead, and the shell around it', async ({ page, company, panel, send }) => {
  const screen = new LeadPage(page);
  const shell = new Shell(page);
  const funnel = await panel.createFunnel({ steps: ['New', 'Won'] });
  const [sent] = await send(funnel.step.id, lead);
  await screen.open(company, sent?.id ?? '');
  await screen.select('Status').selectOption('Qualified');
  await expect(screen.timeline).toHaveCount(2);
  const found = await audit(page, 'lead');
  const [marked] = await send(funnel.step.id, {
    name: { first: 'Maria' },
    phones: ['N/A 12', '+55 11'.padEnd(14, '1')],
    email: 'maria at example.test',
    message: { text: 'Hi' },
  });
  await screen.open(company, marked?.id ?? '');
  await screen.mend('Phone, sent as N/A 12').press('Enter');
  await expect(screen.mend('Phone, sent as N/A 12')).toHaveAttribute('aria-invalid', 'true');
  found.push(...(await audit(page, 'lead that was not read')));
  await shell.account.click();
  await expect(shell.menu).toBeVisible();
  found.push(...(await audit(page, 'account menu')));
  await page.keyboard.press('Escape');
  await open(page, `/${company}/nowhere`);
  found.push(...(await audit(page, 'not found')));

  expect(found).toEqual([]);
});

test('the navigation on a phone', async ({ page, company }) => {
  const shell = new Shell(page);
  const funnels = new FunnelsPage(page);
  const found: string[] = [];
  await funnels.open(company);
  await page.setViewportSize({ width: 390, height: 800 });
  await shell.openNavigation.click();
  await expect(shell.sheet).toBeVisible();
  found.push(...(await audit(page, 'navigation', [390])));

  expect(found).toEqual([]);
});
