import { mkdirSync, rmSync } from 'node:fs';
import { type Browser, chromium, type Page, request } from '@playwright/test';
import { demo } from '#db/seed/demo.ts';
import { postLead, sendLead } from '#e2e/api.ts';
import startServer from '#e2e/global-setup.ts';
import { Installation } from '#e2e/installation.ts';
import { dropCalls } from '#e2e/network.ts';
import { AccountPage } from '#e2e/pages/account-page.ts';
import { ApiKeysPage } from '#e2e/pages/api-keys-page.ts';
import { BoardPage } from '#e2e/pages/board-page.ts';
import { CompanyPage } from '#e2e/pages/company-page.ts';
import { KeyDialog, NewFunnelDialog } from '#e2e/pages/dialogs.ts';
import { FunnelPage } from '#e2e/pages/funnel-page.ts';
import { FunnelsPage } from '#e2e/pages/funnels-page.ts';
import { IntegratePage } from '#e2e/pages/integrate-page.ts';
import { LeadPage } from '#e2e/pages/lead-page.ts';
import { LeadsPage } from '#e2e/pages/leads-page.ts';
import { MessageTemplatesPage } from '#e2e/pages/message-templates-page.ts';
import { open, reload } from '#e2e/pages/open.ts';
import { ReportsPage } from '#e2e/pages/reports-page.ts';
import { SearchDialog } from '#e2e/pages/search-dialog.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { StepPage } from '#e2e/pages/step-page.ts';
import { ToDoPage } from '#e2e/pages/to-do-page.ts';
import { browserArguments, findBrowser } from './browser.mjs';
import { apiKeys } from './screenshot-keys.ts';
import { folder, options, shownPort, takeScreenshot } from './take-screenshot.ts';

async function signIn(page: Page): Promise<void> {
  const screen = new SignInPage(page);
  await screen.open();
  await takeScreenshot(page, 'sign-in', { onPhone: true });
  await screen.signIn({ email: demo.emails.admin, password: demo.password });
  await new BoardPage(page).tab('Board').waitFor();
}

const otherBrowsers = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
];

/** Sessions in other browsers, and a sign-in page after too many failures in one of them. */
async function account(page: Page): Promise<void> {
  for (const userAgent of otherBrowsers) {
    const elsewhere = await page
      .context()
      .browser()
      ?.newPage({ ...options, userAgent });
    if (!elsewhere) throw new Error('The browser has ended');

    const screen = new SignInPage(elsewhere);
    await screen.open();
    await screen.signIn({ email: demo.emails.admin, password: demo.password });
    await new BoardPage(elsewhere).cards().first().waitFor();
    await elsewhere.context().close();
  }

  const screen = new AccountPage(page);
  await screen.open(demo.companies.sales);
  await screen.sessionRows.nth(2).waitFor();
  await takeScreenshot(page, 'account', { onPhone: true });
  await screen.press('End all others');
  await screen.endOthers.waitFor();
  await takeScreenshot(page, 'account-end-sessions', { onPhone: true });
  await page.keyboard.press('Escape');
}

async function lockedOut(page: Page): Promise<void> {
  const elsewhere = await page.context().browser()?.newPage(options);
  if (!elsewhere) throw new Error('The browser has ended');

  const screen = new SignInPage(elsewhere);
  await screen.open();
  for (let n = 0; n <= 10; n += 1) {
    await screen.signIn({ email: 'locked-out@acme.test', password: 'wrong' });
    await screen.submit.and(elsewhere.locator(':not([aria-busy])')).waitFor();
  }
  await screen.failure.filter({ hasText: 'Try again at' }).waitFor();
  await takeScreenshot(elsewhere, 'sign-in-locked-out', { onPhone: true });
  await elsewhere.context().close();
}

async function crm(page: Page): Promise<void> {
  const funnels = new FunnelsPage(page);
  await funnels.open(demo.companies.sales);
  await takeScreenshot(page, 'funnels', { onPhone: true });
  await funnels.link('New customers').click();
  await new BoardPage(page).cards().first().waitFor();
  await takeScreenshot(page, 'board', { onPhone: true, onWide: true });
  await new BoardPage(page).tab('Steps').click();
  await new FunnelPage(page).steps.waitFor();
  await takeScreenshot(page, 'funnel', { onPhone: true });

  const search = new SearchDialog(page);
  await search.open.click();
  await search.input.fill('joao');
  await search.leads.first().waitFor();
  await takeScreenshot(page, 'search', { onPhone: true });
  await search.close.click();

  const step = new StepPage(page);
  await new FunnelPage(page).stepLinks.first().click();
  await step.leads.first().waitFor();
  await takeScreenshot(page, 'step', { onPhone: true });
  await step.leads.filter({ hasText: 'Facebook' }).first().click();
  await new LeadPage(page).section('Timeline').waitFor();
  await takeScreenshot(page, 'lead', { onPhone: true });
}

async function work(page: Page): Promise<void> {
  const toDo = new ToDoPage(page);
  await toDo.open(demo.companies.sales);
  await toDo.rows.first().waitFor();
  await takeScreenshot(page, 'to-do', { onPhone: true });
  const reports = new ReportsPage(page);
  await reports.open(demo.companies.sales);
  await reports.chart.waitFor();
  await takeScreenshot(page, 'reports', { onPhone: true });
  const templates = new MessageTemplatesPage(page);
  await templates.open(demo.companies.sales);
  await templates.add.waitFor();
  await takeScreenshot(page, 'message-templates', { onPhone: true });
}

/** The list of all leads, and a lead in the sheet beside it. */
async function allLeads(page: Page): Promise<void> {
  const leads = new LeadsPage(page);
  await leads.open(demo.companies.sales);
  await leads.rows.first().waitFor();
  await takeScreenshot(page, 'leads', { onPhone: true, onWide: true });
  await leads.rows.first().getByRole('link').first().click();
  await new LeadPage(page).section('Timeline').waitFor();
  await takeScreenshot(page, 'lead-sheet', { onPhone: true });
  await leads.open(demo.companies.sales);
  await leads.search.fill('no such lead');
  await leads.filters.clear.first().waitFor();
  await takeScreenshot(page, 'leads-no-match', { onPhone: true });
}

/** Two people change the status of the lead that is open. */
async function leadConflict(page: Page): Promise<void> {
  const mine = new LeadPage(page);
  const other = await page.context().browser()?.newPage(options);
  if (!other) throw new Error('The page has no browser');
  const theirs = new LeadPage(other);
  const signInPage = new SignInPage(other);
  await signInPage.open();
  await signInPage.signIn({ email: demo.emails.agent, password: demo.password });
  await new ToDoPage(other).menuEntry.waitFor();
  await dropCalls(page, 'changes.follow');
  await reload(page);
  await open(other, new URL(page.url()).pathname);
  await theirs.select('Status').selectOption('Qualified');
  await theirs.timeline.filter({ hasText: 'to Qualified' }).waitFor();
  await mine.select('Status').selectOption('Lost');
  await mine.conflict('Status').waitFor();
  await takeScreenshot(page, 'lead-conflict', { onPhone: true });
  await other.context().close();
}

async function companySettings(page: Page): Promise<void> {
  await new CompanyPage(page).open(demo.companies.sales);
  await takeScreenshot(page, 'company', { onPhone: true });
}

async function firstSteps(page: Page): Promise<void> {
  const funnels = new FunnelsPage(page);
  const dialog = new NewFunnelDialog(page);
  await funnels.open(demo.companies.sales);
  await funnels.newFunnel.click();
  await dialog.name.fill('Summer school');
  await dialog.template('Course enrolment').check();
  await takeScreenshot(page, 'funnel-create');
  await dialog.submit.click();
  await new FunnelPage(page).stepLinks.first().click();
  await new StepPage(page).sendFirstLead.waitFor();
  await takeScreenshot(page, 'step-first-lead', { onPhone: true });
  await page.goBack();
  await new FunnelPage(page).stepLinks.last().click();
  await new StepPage(page).live.waitFor();
  await takeScreenshot(page, 'step-empty-later', { onPhone: true });
}

/** From a new key to a test lead, an accepted request and a refused one. */
async function integrate(page: Page): Promise<void> {
  const screen = new IntegratePage(page);
  await screen.open(demo.companies.sales);
  await screen.curl.waitFor();
  await takeScreenshot(page, 'integrate', { onPhone: true });
  await screen.createKey.click();
  const secret = await screen.secret.inputValue();
  await screen.copyKey.click();
  await screen.send.click();
  await screen.remove.waitFor();
  const call = { stepId: await screen.select('Step').inputValue(), secret };
  const http = await request.newContext({ baseURL: process.env.PLAYWRIGHT_BASE_URL ?? '' });
  await sendLead(http, call, { name: 'Ada Lovelace', city: 'London' });
  await screen.received.filter({ hasText: 'First request received' }).waitFor();
  await postLead(http, call, { phones: ['12'] });
  await http.dispose();
  await screen.received.filter({ hasText: 'Refused' }).waitFor();
  await takeScreenshot(page, 'integrate-received', { onPhone: true });
  await screen.remove.click();
}

/** A key made before any funnel, until its first lead is there. */
async function firstRun(page: Page): Promise<void> {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const installation = Installation.open();
  const company = await installation?.createCompany({ isEmpty: true });
  const user = company && (await installation?.createUser(company, 'admin'));
  if (!user) throw new Error('The screenshots need the installation that they start');
  const signInPage = new SignInPage(page);
  await signInPage.open(`/${user.company}/settings/api-keys`);
  await signInPage.signIn(user);
  await keys.createFirst.click();
  await dialog.name.fill('Website form');
  await dialog.submit.click();
  const secret = await dialog.secret.inputValue();
  await dialog.createWebsite.waitFor();
  await takeScreenshot(page, 'first-run-no-funnel', { onPhone: true });
  await dialog.createWebsite.click();
  await dialog.curl.waitFor();
  await takeScreenshot(page, 'first-run-snippets', { onPhone: true });
  const stepId = /public\/([0-9a-f-]{36})/.exec((await dialog.curl.textContent()) ?? '')?.[1] ?? '';
  const http = await request.newContext({ baseURL: process.env.PLAYWRIGHT_BASE_URL ?? '' });
  await sendLead(http, { stepId, secret }, { name: 'Maria Silva' });
  await http.dispose();
  await dialog.firstLead.scrollIntoViewIfNeeded();
  await takeScreenshot(page, 'first-run-received', { onPhone: true });
  await installation?.close();
}

/** Steps without leads, as a viewer sees them. Call it after `firstSteps`. */
async function emptyStep(page: Page): Promise<void> {
  const signInPage = new SignInPage(page);
  await signInPage.open();
  await signInPage.signIn({ email: demo.emails.viewer, password: demo.password });
  await new BoardPage(page).tab('Board').waitFor();
  await new FunnelsPage(page).open(demo.companies.sales);
  await new FunnelsPage(page).link('Summer school').click();
  await new BoardPage(page).tab('Steps').click();
  await new FunnelPage(page).stepLinks.first().click();
  await new StepPage(page).live.waitFor();
  await takeScreenshot(page, 'step-empty-viewer', { onPhone: true });
}

async function takeAll(browser: Browser): Promise<void> {
  const page = await browser.newPage(options);
  const parts = [
    signIn,
    account,
    lockedOut,
    work,
    crm,
    leadConflict,
    allLeads,
    apiKeys,
    integrate,
    companySettings,
    firstSteps,
  ];
  for (const part of parts) await part(page);
  /* In a session each. */
  for (const part of [emptyStep, firstRun]) await part(await browser.newPage(options));
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
