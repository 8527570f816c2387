import { mkdirSync, rmSync, statSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { demo } from '#db/seed/demo.ts';
import startServer from '#e2e/global-setup.ts';
import { ApiKeysPage } from '#e2e/pages/api-keys-page.ts';
import { KeyDialog, NewFunnelDialog } from '#e2e/pages/dialogs.ts';
import { FunnelPage } from '#e2e/pages/funnel-page.ts';
import { FunnelsPage } from '#e2e/pages/funnels-page.ts';
import { LeadPage } from '#e2e/pages/lead-page.ts';
import { SearchDialog } from '#e2e/pages/search-dialog.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { StepPage } from '#e2e/pages/step-page.ts';
import { browserArguments, findBrowser } from './browser.mjs';

const folder = 'docs/screenshots';
const maxBytes = 150 * 1_024;
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
/** The port that the pictures show instead of the actual one. */
const shownPort = 3000;

/** Takes screenshots in light and dark, with `onPhone` also at 390 px. */
async function shoot(page: Page, name: string, { onPhone = false } = {}): Promise<void> {
  for (const viewport of onPhone ? [desktop, phone] : [desktop]) {
    await page.setViewportSize(viewport);
    await page.mouse.move(viewport.width - 1, viewport.height - 1);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html.${colorScheme}`).waitFor();
      await page.evaluate(() => document.fonts.ready);
      const suffix = viewport === phone ? '-390' : '';
      const path = `${folder}/${name}-${colorScheme}${suffix}.png`;
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
      const { size } = statSync(path);
      if (size > maxBytes) throw new Error(`${path} has ${size} bytes; ${maxBytes} are allowed`);
    }
  }
  await page.setViewportSize(desktop);
}

async function signIn(page: Page): Promise<void> {
  const screen = new SignInPage(page);
  await screen.open();
  await shoot(page, 'sign-in', { onPhone: true });
  await screen.signIn({ email: demo.emails.admin, password: demo.password });
  await new Shell(page).heading.filter({ hasText: 'Funnels' }).waitFor();
}

async function crm(page: Page): Promise<void> {
  const funnels = new FunnelsPage(page);
  await funnels.open(demo.companies.sales);
  await shoot(page, 'funnels', { onPhone: true });
  await funnels.link('New customers').click();
  await new FunnelPage(page).steps.waitFor();
  await shoot(page, 'funnel', { onPhone: true });

  const step = new StepPage(page);
  await new FunnelPage(page).stepLinks.first().click();
  await step.leads.first().waitFor();
  await shoot(page, 'step', { onPhone: true });
  await step.leads.filter({ hasText: 'Facebook' }).first().click();
  await new LeadPage(page).part('Timeline').waitFor();
  await shoot(page, 'lead', { onPhone: true });

  const search = new SearchDialog(page);
  await search.open.click();
  await search.input.fill('joao');
  await search.leads.first().waitFor();
  await shoot(page, 'search', { onPhone: true });
  await search.close.click();
}

async function apiKeys(page: Page): Promise<void> {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  await keys.open(demo.companies.sales);
  await shoot(page, 'api-keys', { onPhone: true });
  await keys.create.click();
  await dialog.name.fill('Landing page');
  await shoot(page, 'api-key-create', { onPhone: true });
  await dialog.submit.click();
  await dialog.curl.waitFor();
  await shoot(page, 'api-key-secret', { onPhone: true });
  await dialog.copyKey.click();
  await dialog.done.click();
  await dialog.dialog.waitFor({ state: 'detached' });

  await keys.act(demo.key.name, 'Deactivate');
  await page.getByRole('alertdialog').waitFor();
  await shoot(page, 'api-key-deactivate');
}

async function firstSteps(page: Page): Promise<void> {
  const funnels = new FunnelsPage(page);
  const dialog = new NewFunnelDialog(page);
  await funnels.open(demo.companies.sales);
  await funnels.newFunnel.click();
  await dialog.name.fill('Summer school');
  await dialog.template('Course enrolment').check();
  await shoot(page, 'funnel-create');
  await dialog.submit.click();
  await new FunnelPage(page).stepLinks.first().click();
  await new StepPage(page).curl.waitFor();
  await shoot(page, 'step-first-lead');
}

async function takeAll(browser: Browser): Promise<void> {
  const page = await browser.newPage({
    baseURL: `http://localhost:${shownPort}`,
    viewport: desktop,
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  for (const part of [signIn, crm, apiKeys, firstSteps]) await part(page);
}

const stopServer = await startServer();
try {
  const { port } = new URL(process.env.PLAYWRIGHT_BASE_URL ?? '');
  const executablePath = await findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      ...browserArguments,
      `--host-resolver-rules=MAP localhost:${shownPort} localhost:${port}`,
      '--force-color-profile=srgb',
    ],
  });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await takeAll(browser);
  await browser.close();
} finally {
  await stopServer();
}
