import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { delayCode } from './network.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { KeyDialog } from './pages/dialogs.ts';
import { SignInPage } from './pages/sign-in-page.ts';

/** Opens a page without its JavaScript. Returns a function that lets it load. */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  const releaseCode = await delayCode(page);
  await page.goto(path, { waitUntil: 'commit' });

  return releaseCode;
}

test('a button pressed before hydration acts after hydration', async ({ page, company }) => {
  const keys = new ApiKeysPage(page);
  const releaseCode = await openWithoutCode(page, `/${company}/settings/api-keys`);
  await keys.create.click();
  releaseCode();

  await expect(new KeyDialog(page).name).toBeFocused();
});

test.describe('signed out', () => {
  test.use({ role: null });

  test('text entered before hydration is kept and signs in', async ({ page, memberOf }) => {
    const signIn = new SignInPage(page);
    const releaseCode = await openWithoutCode(page, '/sign-in');
    await signIn.signIn(await memberOf('admin'));
    releaseCode();

    await expect(page).toHaveURL(/\/funnels(\/[0-9a-f-]{36})?$/);
  });
});
