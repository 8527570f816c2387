import { postLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { AuditLogPage } from './pages/audit-log-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { KeyDialog, NewFunnelDialog } from './pages/dialogs.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { AddressDialog, InboundAddressesPage } from './pages/inbound-addresses-page.ts';
import { IntakeLogPage } from './pages/intake-log-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

test.describe.configure({ timeout: 300_000 });

/*
 * Each screen and each form once. The list of API keys is in `lists`, one that is empty or cannot be read
 * in `failed-reads`; further menus, dialogs and such lists of these screens in `accessibility-states`.
 */

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
  await dialog.submit.click();
  await expect(dialog.curl).toBeVisible();
  found.push(...(await audit(page, 'secret of a new key')));
  await dialog.done.click();
  await expect(dialog.closeDialog).toBeVisible();
  found.push(...(await audit(page, 'closing without copying')));

  expect(found).toEqual([]);
});

test('inbound addresses, and a new one', { tag: '@own' }, async ({ page, company }) => {
  const [addresses, dialog] = [new InboundAddressesPage(page), new AddressDialog(page)];
  await addresses.open(company);
  await addresses.connect.click();
  await dialog.more.click();
  await dialog.submit.click();
  await expect(dialog.tool).toHaveAttribute('aria-invalid', 'true');
  const found = await audit(page, 'form tool with errors');
  await dialog.tool.selectOption('HTML form');
  const name = await dialog.name.inputValue();
  await dialog.submit.click();
  await expect(dialog.url).toBeVisible();
  found.push(...(await audit(page, 'new address')));
  await dialog.done.click();
  await expect(addresses.row(name)).toBeVisible();
  found.push(...(await audit(page, 'inbound addresses')));

  await addresses.link(name).click();
  await addresses.show.click();
  await expect(addresses.url).toBeVisible();
  await addresses.act(name, 'Pause');
  await expect(page.getByText(/^Paused: /)).toBeVisible();
  found.push(...(await audit(page, 'paused address')));

  expect(found).toEqual([]);
});

test('the settings of the company with an error', async ({ page, company }) => {
  const settings = new CompanyPage(page);
  await settings.open(company);
  await settings.name.fill('');
  await settings.save.click();
  await expect(settings.name).toHaveAttribute('aria-invalid', 'true');

  expect(await audit(page, 'company settings with an error')).toEqual([]);
});

test('the audit log, the intake log and a request', async ({ page, company, panel, api }) => {
  const [audits, log] = [new AuditLogPage(page), new IntakeLogPage(page)];
  const funnel = await panel.createFunnel();
  const key = await panel.createKey();
  const call = { stepId: funnel.step.id, secret: key.secret };
  // Requests are in the log some seconds later.
  await postLead(api, call, { data: { contact: { name: 'Maria Silva' } } });
  await postLead(api, { ...call, secret: 'lk_wrong' }, { name: 'Maria Silva' });
  await audits.open(company, '?what=keys');
  await audits.detailsOf(audits.entry(`Created the key ${key.name}`)).click();
  const found = await audit(page, 'audit log with details');

  await log.open(company, `?key=${key.id}`);
  await expect(log.keyless).toBeVisible();
  await expect(log.groups).toHaveCount(1);
  found.push(...(await audit(page, 'intake log')));
  await log.groups.getByRole('link').click();
  await expect(log.cause).toBeVisible();
  found.push(...(await audit(page, 'requests of a cause')));
  await log.entries.first().getByRole('link').click();
  await expect(log.body).toBeVisible();
  found.push(...(await audit(page, 'request')));

  expect(found).toEqual([]);
});

test('funnels, a new one, and the navigation on a phone', async ({
  page,
  company,
  panel,
  send,
}) => {
  const [funnels, dialog, shell] = [
    new FunnelsPage(page),
    new NewFunnelDialog(page),
    new Shell(page),
  ];
  const funnel = await panel.createFunnel();
  await send(funnel.step.id, { name: 'Maria Silva' });
  await funnels.open(company);
  const found = await audit(page, 'funnels');
  await funnels.newFunnel.click();
  await dialog.submit.click();
  await expect(dialog.name).toHaveAttribute('aria-invalid', 'true');
  found.push(...(await audit(page, 'new funnel with errors')));
  await page.keyboard.press('Escape');
  await expect(dialog.dialog).toBeHidden();

  await page.setViewportSize({ width: 390, height: 800 });
  await shell.openNavigation.click();
  await expect(shell.sheet).toBeVisible();
  found.push(...(await audit(page, 'navigation', [390])));

  expect(found).toEqual([]);
});

test('the steps of a funnel, and a paused one while it is offline', async ({
  page,
  context,
  company,
  panel,
  send,
}) => {
  const [screen, step, shell] = [new FunnelPage(page), new StepPage(page), new Shell(page)];
  const funnel = await panel.createFunnel({ steps: ['New', 'Contacted', 'Won'] });
  await send(funnel.step.id, { name: 'Maria Silva' }, { name: 'Another lead' });
  await panel.archiveStep(funnel.steps[2]?.id ?? '');
  await screen.open(company, funnel.id);
  await expect(screen.archivedSteps).toBeVisible();
  const found = await audit(page, 'funnel');

  await screen.stepLinks.first().click();
  await expect(step.leads).toHaveCount(2);
  await step.pause.click();
  await context.setOffline(true);
  await expect(shell.connection).toContainText('You are offline.');
  await shell.go('Funnels');
  await expect(shell.toast).toHaveText('You are offline. This page cannot be opened now.');
  found.push(...(await audit(page, 'paused step, offline')));

  expect(found).toEqual([]);
});

test('a lead, and the shell around it', async ({ page, company, panel, send }) => {
  const screen = new LeadPage(page);
  const shell = new Shell(page);
  const funnel = await panel.createFunnel();
  const [sent] = await send(funnel.step.id, {
    name: { first: 'Maria' },
    phones: ['N/A 12', '+55 11 98765-4321', '+55 11'.padEnd(14, '1')],
    email: 'maria at example.test',
    message: { text: 'Hi' },
    campaignName: 'Spring',
    pageName: 'Acme Brasil',
    customFields: { budget: 1200 },
  });
  await screen.open(company, sent?.id ?? '');
  await screen.select('Status').selectOption('Qualified');
  await expect(screen.timeline).toHaveCount(2);
  await screen.mend('Phone, sent as N/A 12').press('Enter');
  await expect(screen.mend('Phone, sent as N/A 12')).toHaveAttribute('aria-invalid', 'true');
  const found = await audit(page, 'lead with all, and with what was not read');
  await shell.account.click();
  await expect(shell.menu).toBeVisible();
  found.push(...(await audit(page, 'account menu')));
  await page.keyboard.press('Escape');

  // On a phone too, its parts have the order of the document: later ones move none.
  await page.setViewportSize({ width: 390, height: 844 });
  const tops = await page
    .locator('main section')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
  expect(tops.length).toBeGreaterThan(4);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(found).toEqual([]);
});
