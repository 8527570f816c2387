import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { credentials } from './users.ts';

test.use({ role: null });

const refused = 'Email or password is wrong.';
const answersOf = '**/api/auth/callback/credentials';

/** Submits the form, and waits for the answer. */
async function submit(page: Page): Promise<number> {
  const answer = page.waitForResponse(answersOf);
  await new SignInPage(page).submit.click();

  return (await answer).status();
}

test('number 36: an error moves nothing and loses nothing that was typed, until the requested page opens', async ({
  page,
  context,
  company,
  origin,
  memberOf,
}) => {
  const signIn = new SignInPage(page);
  const user = await memberOf('admin');
  const requested = `/${company}/settings/api-keys?status=inactive`;
  const places = () =>
    Promise.all([signIn.email, signIn.password, signIn.submit].map((part) => part.boundingBox()));
  await signIn.open(requested);
  const before = await places();

  await test.step('at the fields', async () => {
    await signIn.email.fill('not an address');
    await signIn.submit.click();
    await expect(signIn.email).toBeFocused();
    await expect(signIn.email).toHaveAttribute('aria-invalid', 'true');
    await expect(signIn.email).toHaveAccessibleDescription(/\S/);
    await expect(signIn.password).toHaveAccessibleDescription(/\S/);
    await expect(signIn.email).toHaveValue('not an address');
    expect(await places()).toEqual(before);
  });
  await test.step('a wrong password, which can be shown', async () => {
    await signIn.signIn({ email: user.email, password: 'not the password' });
    await expect(signIn.failure).toHaveText(refused);
    await expect(signIn.email).toHaveValue(user.email);
    await expect(signIn.password).toHaveValue('not the password');
    await expect(signIn.password).toBeFocused();
    expect(await places()).toEqual(before);
    await signIn.showPassword.click();
    await expect(signIn.password).toHaveAttribute('type', 'text');
    await expect(signIn.password).toHaveValue('not the password');
    await signIn.hidePassword.click();
    await expect(signIn.password).toHaveAttribute('type', 'password');
  });
  await test.step('too many attempts', async () => {
    const url = `${origin}/sign-in?error=TooManyAttempts%3A900`;
    await page.route(answersOf, (route) => route.fulfill({ status: 429, json: { url } }), {
      times: 1,
    });
    await signIn.submit.click();
    await expect(signIn.failure).toHaveText(
      /^There were too many attempts\. Try again at \d\d:\d\d\.$/,
    );
  });
  await test.step('no connection', async () => {
    await context.setOffline(true);
    await signIn.signIn(user);
    await expect(signIn.failure).toContainText('The server cannot be reached');
    await expect(signIn.password).toHaveValue(user.password);
    await context.setOffline(false);
  });

  await signIn.submit.click();
  await expect(page).toHaveURL(requested);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('number 36: tells after ten failures when to try again, by the clock of the viewer', {
    tag: '@full',
  }, async ({ page }) => {
    const signIn = new SignInPage(page);
    const user = { email: `unknown-${randomUUID()}@example.test`, password: 'wrong' };
    const clock = (date: Date) =>
      date.toLocaleTimeString('en-GB', {
        timeZone: 'Pacific/Auckland',
        hour: '2-digit',
        minute: '2-digit',
      });
    await signIn.open();
    const start = Date.now();
    await signIn.email.fill(user.email);
    await signIn.password.fill(user.password);
    for (let n = 0; n < 10; n += 1) {
      expect(await submit(page)).toBe(401);
      await expect(signIn.submit).not.toHaveAttribute('aria-busy');
    }
    await expect(signIn.failure).toHaveText(refused);

    expect(await submit(page)).toBe(429);
    await expect(signIn.failure).toContainText('There were too many attempts. Try again at');
    const quarter = 15 * 60_000;
    /* The window begins with the first failure, which takes a moment to arrive. */
    const times = [0, 60_000].map((late) => clock(new Date(start + quarter + 59_999 + late)));
    const said = await signIn.failure.textContent();
    expect(times.map((time) => `There were too many attempts. Try again at ${time}.`)).toContain(
      said,
    );
  });
});

test('fills in the demo account with one press', { tag: '@own' }, async ({ page }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await expect(signIn.demo).toContainText('agent@acme.test, viewer@acme.test');
  await signIn.useDemo.click();
  await expect(signIn.submit).toBeFocused();
  await signIn.submit.press('Enter');

  await expect(page).toHaveURL(/\/funnels(\/[0-9a-f-]{36})?$/);
});

test.describe('from another machine', () => {
  test.use({ extraHTTPHeaders: { 'X-Forwarded-For': '203.0.113.9' } });

  test('demo accounts are not shown, and a refused one is told why', {
    tag: ['@own', '@full'],
  }, async ({ page }) => {
    const signIn = new SignInPage(page);
    await signIn.open();
    await expect(signIn.demo).toBeHidden();
    await signIn.signIn(credentials('admin'));

    await expect(signIn.failure).toHaveText(
      'Demo accounts sign in only from the machine that runs Leadgate, because their password is public.',
    );
  });
});

/* All forms of such an address are in `db/values/sign-in.test.ts`, and what the page does with them is in check 42. */
test('never redirects to another site', { tag: '@full' }, async ({ page, origin, memberOf }) => {
  const signIn = new SignInPage(page);
  await signIn.open('/\\evil.example');
  await signIn.signIn(await memberOf('admin'));

  await expect(new Shell(page).navigation).toBeVisible();
  expect(new URL(page.url()).origin).toBe(new URL(origin).origin);
});
