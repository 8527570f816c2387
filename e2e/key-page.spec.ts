import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { postLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { failCalls } from './network.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { Bell } from './pages/bell.ts';
import { KeyDialog } from './pages/dialogs.ts';
import { IntegratePage } from './pages/integrate-page.ts';
import { KeyPage } from './pages/key-page.ts';

const hour = 3_600_000;

test('shows the requests of a key as they arrive, and the fields that are not read', async ({
  page,
  company,
  panel,
  api,
}) => {
  const funnel = await panel.createFunnel();
  const key = await panel.createKey({ funnelIds: [funnel.id], rateLimit: 50 });
  const screen = new KeyPage(page);
  const access = screen.section('What it may do');
  await screen.open(company, key.id);
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
  await expect(screen.section('Key')).toContainText(/Last used\s*Never/);
  await expect(access).toContainText('Send leads');
  await expect(access).toContainText('50 requests per second');
  await expect(access.getByRole('link', { name: funnel.name })).toBeVisible();
  await expect(screen.section('Fields')).toContainText('No ignored fields');

  const target = { stepId: funnel.step.id, secret: key.secret };
  await postLead(api, target, { name: 'Ana', city: 'Faro' });
  await postLead(api, target, { title: 'Caio' });
  await postLead(api, { ...target, stepId: randomUUID() }, { name: 'Eva' });
  await expect(screen.chart).toHaveAccessibleName(
    /^3 requests in 7 days: 1 created, .*2 refused \(1 × 400, 1 × 403\)\. At most 3 in an hour\.$/,
  );
  await expect(screen.requests.first()).toContainText('403');
  await expect(screen.requests.getByRole('rowheader')).toHaveText([
    /does not allow/,
    'name: is required (the body has title)Not read: title',
    'Lead created successfullyNot read: city',
  ]);
  await expect(screen.section('Key')).toContainText(/Last used\s*(just now|\d)/);
  await expect(screen.fields.filter({ hasText: 'city' })).toHaveText(
    /^cityIn 1 request, last .*Not read$/,
  );
  await screen.showTable.click();
  await expect(screen.hours.getByRole('cell').first()).toHaveText(/1$/);
  expect(await audit(page, 'a key with requests')).toEqual([]);

  await screen.integrate.click();
  const integrate = new IntegratePage(page);
  await expect(integrate.section('Key')).toContainText(key.hint);
  await expect(integrate.received).toHaveText('Refused: 403');
});

test('changes, deactivates and deletes a key', async ({ page, company, panel }) => {
  const key = await panel.createKey();
  const screen = new KeyPage(page);
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const name = unique('Key');
  panel.removeAtEnd(name);
  await screen.open(company, key.id);
  await screen.actions.click();
  await keys.action('Edit').click();
  await dialog.name.fill(name);
  await dialog.submit.click();
  await expect(screen.heading).toHaveText(name);

  await screen.actions.click();
  await keys.action('Deactivate').click();
  await page.getByRole('button', { name: 'Deactivate key' }).click();
  await expect(screen.section('Key')).toContainText('Inactive');
  await screen.actions.click();
  await keys.action('Delete').click();
  await page.getByLabel(`Type ${name} to confirm`).fill(name);
  await page.getByRole('button', { name: 'Delete key' }).click();
  await expect(page).toHaveURL(/\/settings\/api-keys$/);
  await expect(keys.row(name)).toHaveCount(0);
});

test('an alarm and an exposed secret are on the page of the key and in the list, the alarm in the bell', {
  tag: '@own',
}, async ({ page, company, testCompany, installation, panel, api }) => {
  const { step } = await panel.createFunnel();
  const key = await panel.createKey();
  const answer = await api.post(`/api/leads/public/${step.id}?key=${key.secret}`, { data: {} });
  expect(answer.status()).toBe(401);
  const startedAt = new Date(Date.now() - 6.5 * hour);
  const figures = { kind: 'silence', leadsPerDay: 12, lastStatus: 401 } as const;
  if (testCompany) await installation?.addAlarm(testCompany, key.id, { startedAt, figures });
  const text = 'Usually 12 leads a day, none for 6 hours; the last answer was 401';
  const keys = new ApiKeysPage(page);
  await keys.open(company);
  await expect(keys.row(key.name)).toContainText('No leads');
  await expect(keys.row(key.name)).toContainText('Secret exposed');

  const bell = new Bell(page);
  await bell.button.click();
  await expect(bell.items).toHaveText([`${key.name}${text}`]);
  expect(await audit(page, 'an alarm in the bell')).toEqual([]);
  await bell.items.getByRole('link').click();
  const screen = new KeyPage(page);
  const facts = screen.section('Key');
  await expect(screen.heading).toHaveText(key.name);
  await expect(screen.section('Alarms').getByRole('listitem')).toHaveText([`${text}.`]);
  await expect(facts).toContainText(/Secret exposed\s*(just now|\d)/);
  await expect(facts.getByRole('button', { name: 'Rotate' })).toBeVisible();
  expect(await audit(page, 'an exposed key with an alarm')).toEqual([]);
});

test('says that a key is unknown', { tag: '@full' }, async ({ page, company }) => {
  for (const id of [randomUUID(), 'junk']) {
    const answer = await page.goto(`/${company}/settings/api-keys/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'API key not found' })).toBeVisible();
  }
});

test('keeps the shown requests while new ones cannot be read', { tag: '@full' }, async ({
  page,
  company,
  panel,
  api,
}) => {
  const { step } = await panel.createFunnel();
  const { id, secret } = await panel.createKey();
  const target = { stepId: step.id, secret };
  const screen = new KeyPage(page);
  await screen.open(company, id);
  await postLead(api, target, { name: 'Ana' });
  await expect(screen.requests).toHaveCount(1);

  const repair = await failCalls(page, 'apiKeys.activity', 'request-4711');
  await postLead(api, target, { name: 'Bia' });
  await page.waitForResponse((answer) => answer.status() === 207);
  await expect(screen.requests).toHaveCount(1);
  await expect(screen.section('Key')).toBeVisible();
  repair();
  await expect(screen.requests).toHaveCount(2);
});

/** A busy week. */
function activityOf(now: number) {
  const lastHour = Math.floor(now / hour) * hour;
  const hours = Array.from({ length: 150 }, (_, ago) => ({
    hour: new Date(lastHour - (149 - ago) * hour).toISOString(),
    outcomes: {
      created: Math.round(40 + 35 * Math.sin(ago / 3.8)),
      ...(ago % 5 === 0 && { replayed: 6 }),
      ...(ago % 7 === 0 && { answered: 4 }),
      ...(ago > 100 && ago < 115 && { 400: 20, 429: ago % 4 }),
    },
  }));
  const recent = Array.from({ length: 50 }, (_, ago) => ({
    id: randomUUID(),
    at: new Date(now - ago * 47_000).toISOString(),
    requestId: randomUUID(),
    ...(ago % 6 === 2
      ? {
          status: 400,
          message:
            'name: is required (the body has Nome, Telefone); phones[0]: must hold 8 to 15 digits with country code',
          ignoredFields: ['Nome', 'Telefone', '…'],
        }
      : { status: 201, message: 'Lead created successfully', ignoredFields: [] }),
  }));
  return { lastHour: new Date(lastHour).toISOString(), hours, recent };
}

/** In the answers to calls that may be of several procedures. */
async function fakeActivity(page: Page, data: object): Promise<void> {
  await page.route(/\/api\/trpc\/[^?]*apiKeys\.activity/, async (route) => {
    const answer = await route.fetch();
    const names = new URL(route.request().url()).pathname.replace('/api/trpc/', '').split(',');
    const results: unknown[] = await answer.json();
    const json = results.map((result, index) =>
      names[index] === 'apiKeys.activity' ? { result: { data } } : result,
    );
    await route.fulfill({ json });
  });
}

test('a busy key is accessible in light and dark, wide and narrow', { tag: '@full' }, async ({
  page,
  company,
  panel,
}) => {
  const key = await panel.createKey();
  const screen = new KeyPage(page);
  await screen.open(company, key.id);
  const found = await audit(page, 'a key without requests');
  await fakeActivity(page, activityOf(Date.now()));
  await expect(screen.requests).toHaveCount(50);
  await screen.showTable.click();
  await expect(screen.hours).toBeVisible();
  found.push(...(await audit(page, 'a busy key')));
  expect(found).toEqual([]);
  // A fetch under way would fail with the browser context.
  await page.unrouteAll({ behavior: 'wait' });
});
