import type { Page } from '@playwright/test';

/** Opens an address and waits until the page reacts. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-hydrated]').waitFor();
}
