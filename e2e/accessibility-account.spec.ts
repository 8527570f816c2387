import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { codeOf } from './helpers.ts';
import { AccountPage } from './pages/account-page.ts';
import { open, waitForScreen } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { signIn as newSession } from './sign-in.ts';

test.describe.configure({ timeout: 300_000 });

test.describe('signed out', () => {
  test.use({ role: null });

  test('sign-in with errors', async ({ page }) => {
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.submit.click();
    await expect(signIn.email).toHaveAttribute('aria-invalid', 'true');

    expect(await audit(page, 'sign-in with errors')).toEqual([]);
  });
});

test('funnels of a member of one company', { tag: ['@own', '@full'] }, async ({
  page,
  company,
}) => {
  await open(page, `/${company}/funnels`);
  await expect(new Shell(page).companySwitcher).toHaveCount(0);

  expect(await audit(page, 'one company')).toEqual([]);
});

test.describe('the account of a test user', { tag: '@own' }, () => {
  test.use({ role: null });

  test('account, its dialogs and a sign-in with a code', { tag: '@full' }, async ({
    page,
    user,
    origin,
    company,
  }) => {
    const account = new AccountPage(page);
    const signIn = new SignInPage(page);
    await Promise.all([newSession(origin, user), newSession(origin, user)]);
    await signIn.open(`/${company}/account`);
    await signIn.signIn(user);
    await waitForScreen(page, /\/account$/);
    await expect(account.secondFactor).toContainText('Off');
    await expect(account.sessionRows).toHaveCount(3);
    const found = await audit(page, 'account');
    await account.press('End all others');
    await expect(account.endOthers).toBeVisible();
    found.push(...(await audit(page, 'ending all other sessions')));
    await page.keyboard.press('Escape');

    const ending = '**/api/trpc/account.endSession*';
    await page.route(ending, (route) => route.abort());
    await account.endSession(account.sessionRows.nth(1)).click();
    await expect(account.sessions.getByRole('alert')).toContainText('The server cannot be reached');
    found.push(...(await audit(page, 'session that could not be ended')));
    await page.unroute(ending);
    await account.press('Change password');
    await account.submit('Change password');
    await expect(account.field('New password')).toHaveAttribute('aria-invalid', 'true');
    found.push(...(await audit(page, 'change of password with errors')));
    await page.keyboard.press('Escape');

    await account.press('Turn on');
    await account.field('Your password').fill(user.password);
    found.push(...(await audit(page, 'turning on')));
    await account.submit('Continue');
    await expect(account.qrCode).toBeVisible();
    const secret = (await account.secret.textContent()) ?? '';
    await account.submit('Turn on');
    await expect(account.field('Code from the app')).toHaveAttribute('aria-invalid', 'true');
    found.push(...(await audit(page, 'QR code')));
    await account.field('Code from the app').fill(codeOf(secret));
    await account.submit('Turn on');
    await expect(account.recoveryCodes).toHaveCount(10);
    found.push(...(await audit(page, 'recovery codes')));
    await account.done.click();
    await expect(account.closeDialog).toBeVisible();
    found.push(...(await audit(page, 'closing without saving')));
    await account.closeAnyway.click();
    await expect(account.secondFactor).toContainText('Two-step sign-in is on');
    found.push(...(await audit(page, 'account with a second factor')));

    await account.press('New recovery codes');
    await expect(account.field('Your password')).toBeVisible();
    found.push(...(await audit(page, 'new recovery codes')));
    await page.keyboard.press('Escape');
    await account.press('Turn off');
    await account.submit('Turn off');
    await expect(account.field('Code')).toHaveAttribute('aria-invalid', 'true');
    found.push(...(await audit(page, 'turning off with errors')));
    await user.becomeViewer();
    /* The page is notified of the end and opens the sign-in page itself. */
    await expect(signIn.signedOutNote).toBeVisible();
    await signIn.signIn(user);
    await expect(signIn.code).toBeVisible();
    found.push(...(await audit(page, 'sign-in with a code')));
    await signIn.code.fill('000000');
    await signIn.submit.click();
    await expect(signIn.failure).toContainText('Code, email or password is wrong');
    found.push(...(await audit(page, 'sign-in with a wrong code')));

    expect(found).toEqual([]);
  });
});
