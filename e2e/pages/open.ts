import type { Page } from '@playwright/test';

/** Resolves when the screen reacts: a press before that is kept, other gestures are not. */
async function reacts(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor();
}

/** Opens an address and waits until the screen reacts. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await reacts(page);
}

/** Loads the page again and waits until the screen reacts. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await reacts(page);
}

/** Waits for the whole new page that a gesture leads to, and until its screen reacts. */
export async function arrive(page: Page, path: RegExp): Promise<void> {
  await page.waitForURL(path);
  await reacts(page);
}
