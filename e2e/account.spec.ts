import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { codeOf, readClipboard } from './helpers.ts';
import { AccountPage } from './pages/account-page.ts';
import { reload, waitForScreen } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { signIn } from './sign-in.ts';

test.describe.configure({ timeout: 180_000 });

test.describe('a user', { tag: '@own' }, () => {
  test.use({ role: null });

  test('number 13: ends one session, then all others, which signs their browsers out, and changes the password', async ({
    page,
    browser,
    user,
    origin,
    company,
  }) => {
    const account = new AccountPage(page);
    const screen = new SignInPage(page);
    const signedIn = await Promise.all(Array.from({ length: 3 }, () => signIn(origin, user)));
    const elsewhere = await browser.newContext({ baseURL: origin, storageState: signedIn[0] });
    const other = await elsewhere.newPage();
    await new AccountPage(other).open(company);
    await screen.open(`/${company}/account`);
    await screen.signIn(user);
    await waitForScreen(page, /\/account$/);

    await test.step('sessions', async () => {
      await expect(account.sessionRows).toHaveCount(4);
      await expect(account.sessionRows.first()).toContainText('Chrome on');
      await expect(account.sessionRows.first()).toContainText('This browser');
      await expect(account.endSession(account.sessionRows.first())).toHaveCount(0);
      await account.endSession(account.sessionRows.nth(1)).click();
      await expect(account.sessionRows).toHaveCount(3);
      await account.press('End all others');
      await account.endOthers.getByRole('button', { name: 'End all others' }).click();
      await expect(account.sessions).toContainText('2 sessions ended.');
      await expect(account.sessionRows).toHaveCount(1);
      await expect(account.sessions).toContainText('Only this browser is signed in.');
      /* Without interaction: its stream ends. */
      await expect(new SignInPage(other).signedOutNote).toBeVisible();
      await elsewhere.close();
    });

    await test.step('the password', async () => {
      await account.press('Change password');
      await expect(account.field('Current password')).toBeFocused();
      await account.field('Current password').fill('not the password');
      await account.field('New password').fill('another long password');
      await account.field('New password again').fill('another');
      await account.submit('Change password');
      await expect(account.field('New password again')).toHaveAttribute('aria-invalid', 'true');
      await account.field('New password again').fill('another long password');
      await account.submit('Change password');
      await expect(account.field('Current password')).toHaveAccessibleDescription(
        'The password is wrong',
      );
      await account.field('Current password').fill(user.password);
      await account.submit('Change password');
      await expect(account.password).toContainText('Your password was changed');
      await reload(page);
      await expect(new Shell(page).heading).toHaveText('Your account');
      await signIn(origin, { ...user, password: 'another long password' });
    });
  });

  test('turns two-step sign-in on, signs in with it, and turns it off', async ({
    page,
    context,
    user,
    origin,
    company,
  }) => {
    const account = new AccountPage(page);
    const screen = new SignInPage(page);
    await context.addCookies((await signIn(origin, user)).cookies);
    await account.open(company);
    await expect(account.secondFactor).toContainText('Off');

    await account.press('Turn on');
    await account.field('Your password').fill(user.password);
    await account.submit('Continue');
    await expect(account.qrCode).toBeVisible();
    await expect(account.field('Code from the app')).toBeFocused();
    const secret = (await account.secret.textContent()) ?? '';
    await account.field('Code from the app').fill('000000');
    await account.submit('Turn on');
    await expect(account.field('Code from the app')).toHaveAccessibleDescription(
      'The code is wrong',
    );
    await account.field('Code from the app').fill(codeOf(secret));
    await account.submit('Turn on');

    await expect(account.recoveryCodes).toHaveCount(10);
    await expect(account.copyCodes).toBeFocused();
    const codes = await account.recoveryCodes.allTextContents();
    await page.keyboard.press('Escape');
    await expect(account.backToCodes).toBeFocused();
    await account.backToCodes.click();
    await account.copyCodes.click();
    await expect(new Shell(page).announcement).toHaveText('Copied');
    expect(await readClipboard(context)).toBe(codes.join('\n'));
    const download = page.waitForEvent('download');
    await account.download.click();
    const file = await (await download).path();
    expect(await readFile(file, 'utf8')).toContain(codes.join('\n'));
    await account.done.click();
    await expect(account.secondFactor).toContainText('10 of 10 recovery codes left');
    expect(await page.content()).not.toContain(codes[0]);

    await new Shell(page).signOut();
    await waitForScreen(page, /\/sign-in$/);
    await screen.signIn(user);
    await expect(screen.code).toBeFocused();
    await screen.code.fill('000000');
    await screen.submit.click();
    await expect(screen.failure).toContainText('Code, email or password is wrong');
    await screen.code.fill(codeOf(secret, 1));
    await screen.submit.click();
    await waitForScreen(page, /\/to-do$/);
    await new Shell(page).openAccount();

    await account.press('New recovery codes');
    await account.field('Your password').fill(user.password);
    await account.field('Code').fill(codes[2] ?? '');
    await account.submit('Create codes');
    await expect(account.recoveryCodes).toHaveCount(10);
    const [fresh = ''] = await account.recoveryCodes.allTextContents();
    await account.done.click();
    await account.closeAnyway.click();
    await expect(account.secondFactor).toContainText('10 of 10 recovery codes left');

    await account.press('Turn off');
    await account.field('Your password').fill(user.password);
    await account.field('Code').fill(codes[1] ?? '');
    await account.submit('Turn off');
    await expect(account.field('Code')).toHaveAccessibleDescription(/wrong or was used/);
    await account.field('Code').fill(fresh);
    await account.submit('Turn off');
    await expect(account.secondFactor).toContainText('Two-step sign-in is off');
  });

  test('check 41: is sent to the sign-in page when the session ends', { tag: '@full' }, async ({
    page,
    user,
    company,
  }) => {
    const screen = new SignInPage(page);
    await screen.open(`/${company}/funnels`);
    await screen.signIn(user);
    await waitForScreen(page, /\/funnels(\/[0-9a-f-]{36})?$/);
    await user.becomeViewer();

    /* Without interaction: the page is notified of the end. */
    await expect(screen.signedOutNote).toBeVisible();
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
    await screen.signIn(user);
    await waitForScreen(page, /\/funnels(\/[0-9a-f-]{36})?$/);
    await user.deactivate();
    await expect(screen.signedOutNote).toBeVisible();
    await screen.signIn(user);
    await expect(screen.failure).toContainText('Email or password is wrong');
  });
});
