import { expect, test } from './fixtures.ts';
import { delayCode } from './network.ts';
import { waitForHydration } from './pages/open.ts';
import { SignInPage } from './pages/sign-in-page.ts';

test.use({ role: null });

test('a form that is sent before hydration keeps what was typed, and can be sent then', async ({
  page,
  memberOf,
}) => {
  const signIn = new SignInPage(page);
  const releaseCode = await delayCode(page);
  await page.goto('/sign-in', { waitUntil: 'commit' });
  const user = await memberOf('admin');
  await signIn.signIn(user);
  releaseCode();
  await waitForHydration(page);
  await expect(signIn.email).toHaveValue(user.email);
  await signIn.submit.click();

  await expect(page).toHaveURL(/\/funnels(\/[0-9a-f-]{36})?$/);
});
