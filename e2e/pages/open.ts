import type { Page } from '@playwright/test';

/** Resolves when the screen is hydrated. Before that, presses do nothing. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor();
}

/** Opens an address and waits until the screen is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

/** Loads the page again and waits until the screen is hydrated. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await waitForHydration(page);
}

/** Waits for a full page load and until its screen is hydrated. */
export async function waitForScreen(page: Page, path: RegExp): Promise<void> {
  await page.waitForURL(path);
  await waitForHydration(page);
}

/** The base class of page objects. */
export class PageObject {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }
}
