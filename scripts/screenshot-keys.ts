import { randomUUID } from 'node:crypto';
import { type Page, request } from '@playwright/test';
import { demo } from '#db/seed/demo.ts';
import { postLead, sendLead } from '#e2e/api.ts';
import { ApiKeysPage } from '#e2e/pages/api-keys-page.ts';
import { KeyDialog } from '#e2e/pages/dialogs.ts';
import { KeyPage } from '#e2e/pages/key-page.ts';
import { LeadPage } from '#e2e/pages/lead-page.ts';
import { StepPage } from '#e2e/pages/step-page.ts';
import { takeScreenshot } from './take-screenshot.ts';

const fullLead = {
  name: 'Maria da Silva',
  phones: ['+55 11 98765-4321'],
  email: 'maria.silva@example.com',
  message: 'Good morning, I would like to know the price for a group of six.\nThank you, Maria',
  utmSource: 'newsletter',
  utmMedium: 'email',
  gclid: `Cj0KCQiA${'kD3xP9'.repeat(14)}_wcB`,
  externalLeadId: '4711',
  customFields: { plan: 'pro', seats: 6 },
  city: 'Lisbon',
  company: 'Padaria Silva',
};

/** API keys, and what their requests leave. */
export async function apiKeys(page: Page): Promise<void> {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  await keys.open(demo.companies.sales);
  await takeScreenshot(page, 'api-keys', { onPhone: true });
  await keys.create.click();
  await dialog.name.fill('Landing page');
  await takeScreenshot(page, 'api-key-create', { onPhone: true });
  await dialog.submit.click();
  await dialog.curl.waitFor();
  await takeScreenshot(page, 'api-key-secret', { onPhone: true });
  const live = await closeNewKey(dialog);

  await keys.act(demo.key.name, 'Deactivate');
  await page.getByRole('alertdialog').waitFor();
  await takeScreenshot(page, 'api-key-deactivate');
  await page.keyboard.press('Escape');

  await keys.create.click();
  await dialog.name.fill('Tests of the shop');
  await dialog.moreSettings.click();
  await dialog.radio(/^Test/).check();
  await dialog.submit.click();
  await dialog.curl.waitFor();
  await takeScreenshot(page, 'api-key-test', { onPhone: true });
  const testKey = await closeNewKey(dialog);
  await requests(page, live, testKey);
}

interface NewKey {
  secret: string;
  stepId: string;
}

async function closeNewKey(dialog: KeyDialog): Promise<NewKey> {
  const secret = await dialog.secret.inputValue();
  const curl = (await dialog.curl.textContent()) ?? '';
  const stepId = /public\/([0-9a-f-]{36})/.exec(curl)?.[1] ?? '';
  await dialog.copyKey.click();
  await dialog.done.click();
  await dialog.dialog.waitFor({ state: 'detached' });
  return { secret, stepId };
}

/** The page of a key after some requests, a lead with all that can be sent, and tests. */
async function requests(page: Page, live: NewKey, testKey: NewKey): Promise<void> {
  const http = await request.newContext({ baseURL: process.env.PLAYWRIGHT_BASE_URL ?? '' });
  const full = await sendLead(http, live, fullLead);
  await sendLead(http, live, fullLead);
  await sendLead(http, live, { name: 'Jonas Weber', city: 'Berlin' });
  await postLead(http, live, { Name: 'Ana Lima', phone: '12' });
  await postLead(http, { ...live, stepId: randomUUID() }, { name: 'Ana Lima' });
  for (const name of ['Ada Lovelace', 'Grace Hopper']) await sendLead(http, testKey, { name });
  await http.dispose();

  const key = new KeyPage(page);
  await new ApiKeysPage(page).row('Landing page').getByRole('link').first().click();
  await key.requests.nth(4).waitFor();
  await key.fields.first().waitFor();
  await takeScreenshot(page, 'api-key', { onPhone: true });

  await new LeadPage(page).open(demo.companies.sales, full.id);
  await new LeadPage(page).section('Ignored fields').waitFor();
  await takeScreenshot(page, 'lead-everything', { onPhone: true });

  const step = new StepPage(page);
  await page.getByRole('main').locator('a[href*="/steps/"]').first().click();
  await step.tests.click();
  await step.leads.nth(1).waitFor();
  await takeScreenshot(page, 'step-tests', { onPhone: true });

  await page.goto('/docs/errors#errors-for-programs');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await takeScreenshot(page, 'docs-errors', { onPhone: true });
}
