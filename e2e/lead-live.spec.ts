import type { Browser, Page } from '@playwright/test';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { delayCalls, dropCalls } from './network.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { AuditLogPage } from './pages/audit-log-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { Shell } from './pages/shell.ts';
import type { SignedIn } from './sign-in.ts';

const maria = { name: 'Maria Silva', phones: ['+55 11 98765-4321'] };

/** The page of another browser. */
async function openOther(browser: Browser, storageState: SignedIn, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ storageState, baseURL, reducedMotion: 'reduce' });

  return context.newPage();
}

test.describe('two people on one lead', { tag: '@agent' }, () => {
  test.use({ role: 'agent' });

  let mine: LeadPage;
  let theirs: LeadPage;
  let leadId: string;
  let steps: { id: string; name: string }[];

  test.beforeEach(async ({ page, browser, origin, sessionOf, company, panel, send }) => {
    const funnel = await panel.createFunnel({ steps: ['Inbox', 'Calls', 'Won'] });
    const [lead] = await send(funnel.step.id, maria);
    leadId = lead?.id ?? '';
    steps = funnel.steps;
    mine = new LeadPage(page);
    theirs = new LeadPage(await openOther(browser, await sessionOf('admin'), origin));
    await theirs.open(company, leadId);
  });
  test.afterEach(() => theirs.page.context().close());

  /** Opens the lead in a browser that hears of no change. */
  async function openDeaf(company: string): Promise<() => void> {
    await dropCalls(mine.page, 'changes.follow');
    await mine.open(company, leadId);

    return delayCalls(mine.page, 'leads.get');
  }
  /** Other funnels have steps of the same names. */
  const choose = (of: LeadPage, field: 'Status' | 'Step', to: string) =>
    of.select(field).selectOption(steps.find(({ name }) => name === to)?.id ?? to);
  async function change(of: LeadPage, field: 'Status' | 'Step', to: string): Promise<void> {
    await choose(of, field, to);
    await expect(of.timeline.first()).toContainText(to);
  }

  test('each sees the changes of the other immediately', async ({ company }) => {
    await mine.open(company, leadId);
    await change(theirs, 'Status', 'Qualified');
    await expect(mine.select('Status')).toHaveValue('qualified');
    await expect(mine.timeline.first()).toContainText('Status changed from New to Qualified');

    await change(mine, 'Step', 'Calls');
    await expect(theirs.timeline.first()).toContainText('Moved from Inbox to Calls');
    await expect(theirs.select('Step')).toHaveText(/Calls/);
  });

  test('a tab that is shown again fetches the lead again', async ({ page, company }) => {
    await dropCalls(page, 'changes.follow');
    await mine.open(company, leadId);
    await change(theirs, 'Status', 'Qualified');
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect(mine.select('Status')).toHaveValue('qualified', { timeout: 10_000 });
  });

  test('the second change is refused; keeping theirs', async ({ page, company }) => {
    const release = await openDeaf(company);
    await change(theirs, 'Status', 'Qualified');
    await mine.select('Status').focus();
    await mine.select('Status').selectOption('Lost');

    const notice = mine.conflict('Status');
    await expect(notice).toHaveText(
      /changed this to Qualified just now\. You chose Lost, which was not saved\./,
    );
    await expect(new Shell(page).announcement).toHaveText(
      /^The status was not changed to Lost\. .+ changed it to Qualified\.$/,
    );
    await expect(mine.select('Status')).toHaveValue('qualified');
    expect(await audit(page, 'a conflict')).toEqual([]);

    await mine.select('Status').focus();
    await page.keyboard.press('Tab');
    await expect(notice.getByRole('button', { name: 'Keep Qualified' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(notice).toHaveCount(0);
    await expect(mine.select('Status')).toBeFocused();
    await expect(mine.select('Status')).toHaveValue('qualified');
    release();
    await expect(mine.timeline).toHaveText([/^Status changed from New to Qualified/, /^Created/]);
    await expect(theirs.timeline).toHaveCount(2);
  });

  test('the second change is refused; overwriting with mine', async ({ company }) => {
    await openDeaf(company);
    await change(theirs, 'Step', 'Calls');
    await choose(mine, 'Step', 'Won');
    const notice = mine.conflict('Step');
    await expect(notice).toContainText('changed this to Calls');

    await notice.getByRole('button', { name: 'Overwrite with Won' }).click();
    await expect(notice).toHaveCount(0);
    await expect(mine.timeline.first()).toContainText('Moved from Calls to Won');
    await expect(theirs.timeline.first()).toContainText('Moved from Calls to Won');
  });

  test('a change of another field is no conflict', async ({ company }) => {
    await openDeaf(company);
    await change(theirs, 'Step', 'Calls');
    await change(mine, 'Status', 'Lost');
    await expect(mine.conflict('Status')).toHaveCount(0);
    await expect(mine.select('Step')).toHaveText(/Calls/);
  });

  test('the notice follows further changes', { tag: '@full' }, async ({ company }) => {
    const release = await openDeaf(company);
    await change(theirs, 'Status', 'Qualified');
    await mine.select('Status').selectOption('Lost');
    await expect(mine.conflict('Status')).toContainText('changed this to Qualified');

    await change(theirs, 'Status', 'Contacted');
    release();
    await mine.page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect(mine.conflict('Status')).toContainText('changed this to Contacted');
    await mine.conflict('Status').getByRole('button', { name: 'Overwrite with Lost' }).click();
    await expect(theirs.timeline.first()).toContainText('Status changed from Contacted to Lost');
  });

  test('a refusal that comes after the page was left is told', { tag: '@full' }, async ({
    page,
    company,
  }) => {
    const shell = new Shell(page);
    await openDeaf(company);
    await change(theirs, 'Status', 'Qualified');
    const release = await delayCalls(page, 'leads.update');
    await mine.select('Status').selectOption('Lost');
    await shell.go('Funnels');
    await expect(shell.heading).toHaveText('Funnels');
    release();
    await expect(shell.toast).toContainText(
      /^Maria Silva: the status was not changed to Lost\. .+ changed it to Qualified\./,
    );

    await shell.toast.getByRole('button', { name: 'Overwrite' }).click();
    await expect(theirs.timeline.first()).toContainText('Status changed from Qualified to Lost');
  });
});

test('API keys and the audit log show changes by others immediately', async ({
  page,
  context,
  company,
  panel,
}) => {
  const keys = new ApiKeysPage(page);
  const log = new AuditLogPage(await context.newPage());
  await log.open(company);
  await keys.open(company);
  const key = await panel.createKey();

  await expect(keys.row(key.name)).toBeVisible();
  await expect(log.page.getByRole('main')).toContainText(key.name);
  await panel.deactivateKey(key.id);
  await expect(keys.row(key.name)).toContainText('Inactive');
});
