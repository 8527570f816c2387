import type { Page } from '@playwright/test';
import { holdCode } from './answers.ts';
import { expect, test } from './fixtures.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { KeyDialog } from './pages/key-dialog.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { credentials } from './people.ts';

/** Shows what the server has drawn. Returns how to let the code of the page come. */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  const letCodeCome = await holdCode(page);
  await page.goto(path, { waitUntil: 'commit' });

  return letCodeCome;
}

test('a button pressed before the page reacts does its work when it does', async ({
  page,
  company,
}) => {
  const keys = new ApiKeysPage(page);
  const letCodeCome = await openWithoutCode(page, `/${company}/settings/api-keys`);
  await keys.create.click();
  letCodeCome();

  await expect(new KeyDialog(page).name).toBeFocused();
});

test.describe('signed out', () => {
  test.use({ role: null });

  test('what is typed before the page reacts counts, and signs in', async ({ page }) => {
    const signIn = new SignInPage(page);
    const letCodeCome = await openWithoutCode(page, '/sign-in');
    await signIn.signIn(credentials('admin'));
    letCodeCome();

    await expect(page).toHaveURL(/\/funnels$/);
  });
});
