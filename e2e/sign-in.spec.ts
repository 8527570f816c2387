import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { credentials } from './users.ts';

test.use({ role: null });

/** Submits the form, and waits for the answer. */
async function submit(page: Page): Promise<number> {
  const answer = page.waitForResponse('**/api/auth/callback/credentials');
  await new SignInPage(page).submit.click();

  return (await answer).status();
}

const refused = 'Email or password is wrong.';

test('shows the same error for a wrong password and an unknown user, and keeps the email', async ({
  page,
  memberOf,
}) => {
  const signIn = new SignInPage(page);
  const unknown = `unknown-${randomUUID()}@example.test`;
  await signIn.open();
  await signIn.signIn({ email: (await memberOf('admin')).email, password: 'not the password' });
  await expect(signIn.failure).toHaveText(refused);
  await expect(signIn.email).toHaveValue((await memberOf('admin')).email);
  await expect(signIn.password).toHaveValue('not the password');
  await expect(signIn.password).toBeFocused();

  await signIn.signIn({ email: unknown, password: 'not the password' });
  await expect(signIn.failure).toHaveText(refused);
  await expect(signIn.email).toHaveValue(unknown);

  await signIn.signIn(await memberOf('admin'));
  await expect(page).toHaveURL(/\/funnels(\/[0-9a-f-]{36})?$/);
});

test('number 36: nothing moves when an error appears', async ({ page }) => {
  const signIn = new SignInPage(page);
  const places = () =>
    Promise.all([signIn.email, signIn.password, signIn.submit].map((part) => part.boundingBox()));
  await signIn.open();
  const before = await places();
  await signIn.submit.click();
  await expect(signIn.email).toHaveAttribute('aria-invalid', 'true');
  expect(await places()).toEqual(before);

  await signIn.signIn({ email: `unknown-${randomUUID()}@example.test`, password: 'wrong' });
  await expect(signIn.failure).toHaveText(refused);
  expect(await places()).toEqual(before);
});

test('number 36: shows the password, and hides it again', async ({ page }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.password.fill('correct horse');
  await signIn.showPassword.click();
  await expect(signIn.password).toHaveAttribute('type', 'text');
  await expect(signIn.password).toHaveValue('correct horse');

  await signIn.hidePassword.click();
  await expect(signIn.password).toHaveAttribute('type', 'password');
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('number 36: tells after ten failures when to try again, by the clock of the viewer', async ({
    page,
  }) => {
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

test('shows errors at the fields', async ({ page }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.email.fill('not an address');
  await signIn.submit.click();

  await expect(signIn.email).toBeFocused();
  await expect(signIn.email).toHaveAttribute('aria-invalid', 'true');
  await expect(signIn.email).toHaveAccessibleDescription(/\S/);
  await expect(signIn.password).toHaveAccessibleDescription(/\S/);
  await expect(signIn.email).toHaveValue('not an address');
});

test('shows an error while the server is unreachable, and works afterwards', async ({
  page,
  context,
  memberOf,
}) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await context.setOffline(true);
  await signIn.signIn(await memberOf('admin'));
  await expect(signIn.failure).toContainText('The server cannot be reached');
  await expect(signIn.password).toHaveValue((await memberOf('admin')).password);

  await context.setOffline(false);
  await signIn.submit.click();
  await expect(page).toHaveURL(/\/funnels(\/[0-9a-f-]{36})?$/);
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
    tag: '@own',
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

test('returns to the requested page', async ({ page, company, memberOf }) => {
  const signIn = new SignInPage(page);
  await signIn.open(`/${company}/settings/api-keys?status=inactive`);
  await signIn.signIn(await memberOf('admin'));

  await expect(page).toHaveURL(`/${company}/settings/api-keys?status=inactive`);
});

/* All forms of such an address are in `db/values/sign-in.test.ts`. */
test('never redirects to another site', async ({ page, origin, memberOf }) => {
  const signIn = new SignInPage(page);
  await signIn.open('/\\evil.example');
  await signIn.signIn(await memberOf('admin'));

  await expect(new Shell(page).navigation).toBeVisible();
  expect(new URL(page.url()).origin).toBe(new URL(origin).origin);
});

test('pages and data of a company need a session', async ({ page, api, company }) => {
  const path = `/${company}/settings/api-keys`;
  await page.goto(path);
  await expect(page).toHaveURL(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);

  const answer = await api.get('/api/trpc/apiKeys.list', {
    headers: { 'x-leadgate-company': company },
    params: { input: '{"filter":"all"}' },
  });
  expect(answer.status()).toBe(401);
});
