import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { postLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { failCalls } from './network.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { Bell } from './pages/bell.ts';
import { KeyDialog } from './pages/dialogs.ts';
import { KeyPage } from './pages/key-page.ts';

const hour = 3_600_000;

interface Target {
  stepId: string;
  secret: string;
}

/** Two created leads, a repeat, a refusal, a batch of two, a dry run and a reading. */
async function sendMixture(api: APIRequestContext, target: Target): Promise<void> {
  const { stepId, secret } = target;
  const path = `/api/leads/public/${stepId}`;
  const headers = { 'X-API-Key': secret };
  const lead = { name: 'Ana', externalLeadId: randomUUID() };
  await postLead(api, target, lead);
  await postLead(api, target, lead);
  await postLead(api, target, { name: 'Bia', cidade: 'Recife' });
  await postLead(api, target, { title: 'Caio' });
  await api.post(`${path}/batch`, { headers, data: { leads: [{ name: 'Davi' }, {}] } });
  await api.post(path, { headers: { ...headers, 'X-Dry-Run': 'true' }, data: lead });
  await api.get('/api/me', { headers });
}

test('shows the requests of a key as they arrive', async ({ page, company, panel, api }) => {
  const funnel = await panel.createFunnel();
  const key = await panel.createKey({ funnelIds: [funnel.id], rateLimit: 50 });
  const keys = new ApiKeysPage(page);
  const screen = new KeyPage(page);
  await keys.open(company);
  await keys.row(key.name).getByRole('link', { name: key.name }).click();
  await expect(screen.heading).toHaveText(key.name);
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
  await expect(screen.section('Key')).toContainText(/Last used\s*Never/);
  await expect(screen.section('What it may do')).toContainText('Send leads');
  await expect(screen.section('What it may do')).toContainText('50 requests per second');
  await expect(
    screen.section('What it may do').getByRole('link', { name: funnel.name }),
  ).toBeVisible();

  await sendMixture(api, { stepId: funnel.step.id, secret: key.secret });
  await expect(screen.requests.first()).toContainText('API Key is valid');
  await expect(screen.chart).toHaveAccessibleName(
    '8 requests in 7 days: 3 created, 1 repeated, 2 other, 2 refused (2 × 400). At most 8 in an hour.',
  );
  await expect(screen.requests.getByRole('rowheader')).toHaveText([
    'API Key is valid',
    'Dry run: nothing was created',
    'Batch: 1 created, 1 refused with 400. leads[1]: name: is required',
    'name: is required (the body has title)Not read: title',
    'Lead created successfullyNot read: cidade',
    'An earlier request had created this lead',
    'Lead created successfully',
  ]);
  await expect(screen.section('Key')).toContainText(/Last used\s*(just now|\d)/);
  await screen.showTable.click();
  await expect(screen.hours.getByRole('cell')).toHaveText([/3$/, /1$/, /2$/, /2 \(2 × 400\)$/]);

  await postLead(api, { stepId: randomUUID(), secret: key.secret }, { name: 'Eva' });
  await expect(screen.requests.first()).toContainText('403');
  await expect(screen.requests).toHaveCount(8);
});

test('changes, rotates and deletes a key', async ({ page, company, panel }) => {
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

test('says that a secret was exposed', async ({ page, company, panel, api }) => {
  const { step } = await panel.createFunnel();
  const key = await panel.createKey();
  const answer = await api.post(`/api/leads/public/${step.id}?key=${key.secret}`, { data: {} });
  expect(answer.status()).toBe(401);
  const screen = new KeyPage(page);
  await screen.open(company, key.id);
  await expect(screen.section('Key')).toContainText(/Secret exposed\s*(just now|\d)/);
  await expect(screen.section('Key').getByRole('button', { name: 'Rotate' })).toBeVisible();
  expect(await audit(page, 'an exposed key')).toEqual([]);

  const keys = new ApiKeysPage(page);
  await keys.open(company);
  await expect(keys.row(key.name)).toContainText('Secret exposed');
});

test('shows an alarm on the page of the key, in the list and in the bell', {
  tag: '@own',
}, async ({ page, company, testCompany, installation, panel }) => {
  const key = await panel.createKey();
  const startedAt = new Date(Date.now() - 6.5 * hour);
  const figures = { kind: 'silence', leadsPerDay: 12, lastStatus: 401 } as const;
  if (testCompany) await installation?.addAlarm(testCompany, key.id, { startedAt, figures });
  const text = 'Usually 12 leads a day, none for 6 hours; the last answer was 401';
  const keys = new ApiKeysPage(page);
  await keys.open(company);
  await expect(keys.row(key.name)).toContainText('No leads');

  const bell = new Bell(page);
  await bell.button.click();
  await expect(bell.items).toHaveText([`${key.name}${text}`]);
  expect(await audit(page, 'an alarm in the bell')).toEqual([]);
  await bell.items.getByRole('link').click();
  const screen = new KeyPage(page);
  await expect(screen.heading).toHaveText(key.name);
  await expect(screen.section('Alarms').getByRole('listitem')).toHaveText([`${text}.`]);
  expect(await audit(page, 'a key with an alarm')).toEqual([]);
});

test('says that a key is unknown', async ({ page, company }) => {
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
  await page.waitForResponse((answer) => answer.status() === 500);
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
