import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { endSession } from './helpers.ts';
import { delaySignInPage, dropCalls, dropSignOut } from './network.ts';
import { AccountPage } from './pages/account-page.ts';
import { startKey } from './pages/api-keys-page.ts';
import { NewFunnelDialog } from './pages/dialogs.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { LeadWork } from './pages/lead-work.ts';
import { reload, waitForScreen } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import type { Credentials } from './users.ts';

const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/* The stream would tell of the end, and so end a page, before the click that the test means. */
test.beforeEach(async ({ context }) => {
  await dropCalls(context, 'changes.follow');
});

/** Ends on the page that the sign-in leads back to. */
async function signInAgain(page: Page, user: Credentials, back: RegExp): Promise<void> {
  await waitForScreen(page, /\/sign-in/);
  await expect(new SignInPage(page).signedOutNote).toBeVisible();
  await new SignInPage(page).signIn(user);
  await waitForScreen(page, back);
}

test('keeps what was typed when the session ends, until after the sign-in', async ({
  page,
  company,
  memberOf,
}) => {
  const [screen, dialog] = [new FunnelsPage(page), new NewFunnelDialog(page)];
  await screen.open(company);
  await screen.newFunnel.click();
  await dialog.name.fill('Spring campaign');
  await dialog.step(2).fill('Called back');
  await endSession(page);
  await dialog.submit.click();
  await signInAgain(page, await memberOf('admin'), /\/funnels(\/[0-9a-f-]{36})?$/);

  await expect(dialog.name).toHaveValue('Spring campaign');
  await expect(dialog.step(2)).toHaveValue('Called back');
  await dialog.cancel.click();
  expect(await stored(page)).not.toContain('Spring campaign');
});

test('a key that was being created is there after a reload; its secret and passwords are never stored', async ({
  page,
  panel,
}) => {
  const account = new AccountPage(page);
  const { dialog, name } = await startKey(page, panel);
  await dialog.radio('90 days').check();
  await reload(page);
  await expect(dialog.name).toHaveValue(name);
  await expect(dialog.radio('90 days')).toBeChecked();
  await dialog.submit.click();
  const secret = await dialog.copySecret();

  await new Shell(page).openAccount();
  await account.press('Change password');
  await account.field('Current password').fill('a typed password');
  await account.field('New password').fill('a typed password too');
  await account.field('New password again').fill('a typed password too');
  await endSession(page);
  await account.submit('Change password');
  await waitForScreen(page, /\/sign-in/);
  const kept = await stored(page);
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain('a typed password');
});

/* From the account page, which reads only the bell by itself. */
test('after the end of the session a link leads to the sign-in page and then to its page; other tabs go along', async ({
  page,
  context,
  company,
  memberOf,
}) => {
  const path = `/${company}/settings/api-keys`;
  const [signIn, other] = [new SignInPage(page), await context.newPage()];
  await new AccountPage(other).open(company);
  await new AccountPage(page).open(company);
  await endSession(page);
  await new Shell(page).go('API keys');
  await expect(signIn.signedOutNote).toBeVisible();
  await expect(page).toHaveURL(`/sign-in?callbackUrl=${encodeURIComponent(path)}&ended=1`);
  await expect(new SignInPage(other).signedOutNote).toBeVisible();

  await signIn.signIn(await memberOf('admin'));
  await expect(page).toHaveURL(path);
  await waitForScreen(other, new RegExp(`/${company}/account$`));
});

/* The link above holds what both have in common. */
test('so does another company', { tag: ['@own', '@full'] }, async ({
  page,
  company,
  otherCompany,
  memberOf,
}) => {
  const path = `/${otherCompany.slug}/account`;
  await new AccountPage(page).open(company);
  await endSession(page);
  await new Shell(page).chooseCompany('Initech Labs');
  await expect(new SignInPage(page).signedOutNote).toBeVisible();
  await expect(page).toHaveURL(`/sign-in?callbackUrl=${encodeURIComponent(path)}&ended=1`);

  await new SignInPage(page).signIn(await memberOf('admin'));
  await expect(page).toHaveURL(path);
});

test.describe('an agent', { tag: '@own' }, () => {
  test.use({ role: 'agent' });

  test('signing out in one tab ends all, and what was typed and not saved is gone', async ({
    page,
    context,
    company,
    createLead,
    memberOf,
  }) => {
    const id = await createLead({ name: 'Maria Silva' });
    const screen = new SignInPage(page);
    const work = new LeadWork(page);
    await work.open(company, id);
    await work.note.fill('Wants a visit');
    const other = await context.newPage();
    const otherWork = new LeadWork(other);
    await otherWork.open(company, id);
    await expect(otherWork.note).toHaveValue('Wants a visit');
    await new Shell(page).signOut();
    await waitForScreen(page, /\/sign-in$/);
    await expect(screen.signedOutNote).toBeHidden();
    await expect(new SignInPage(other).signedOutNote).toBeVisible();

    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('visit');
    await screen.signIn(await memberOf('agent'));
    await waitForScreen(other, new RegExp(`/leads/${id}$`));
    await expect(otherWork.note).toHaveValue('');
  });
});

test('a sign-out that does not reach the server says so, and can be repeated', {
  tag: ['@own', '@full'],
}, async ({ page, context, company, user }) => {
  await context.clearCookies();
  const screen = new SignInPage(page);
  await screen.open(`/${company}/funnels`);
  await screen.signIn(user);
  await waitForScreen(page, /\/funnels(\/[0-9a-f-]{36})?$/);
  const restore = await dropSignOut(page);
  await new Shell(page).signOut();
  await expect(page.getByText('You are still signed in.')).toBeVisible();
  await restore();
  await page.getByRole('button', { name: 'Retry' }).click();

  await waitForScreen(page, /\/sign-in$/);
});

test('a call that fails after the sign-out does not say that the session has ended', {
  tag: ['@own', '@full'],
}, async ({ page, context, company, user }) => {
  await context.clearCookies();
  const screen = new SignInPage(page);
  await screen.open(`/${company}/settings/api-keys`);
  await screen.signIn(user);
  await waitForScreen(page, /\/api-keys$/);
  const release = await delaySignInPage(page);
  const signedOut = page.waitForRequest(/\/sign-in$/);
  await new Shell(page).signOut();
  await signedOut;
  /* The page polls while it does not hear of changes. */
  await page.waitForResponse((response) => response.status() === 401);
  release();

  await waitForScreen(page, /\/sign-in$/);
  await expect(screen.signedOutNote).toBeHidden();
});
