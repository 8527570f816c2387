import { statSync } from 'node:fs';
import type { Page } from '@playwright/test';

export const folder = 'docs/screenshots';
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const wide = { width: 1920, height: 1080 };
/** Bytes of a picture; a wide one may have as many a pixel. */
const maxBytes = 150 * 1_024;
const maxWideBytes = (maxBytes * 1920 * 1080) / (1280 * 800);
/** The port that the pictures show instead of the actual one. */
export const shownPort = 3000;
export const options = {
  baseURL: `http://localhost:${shownPort}`,
  viewport: desktop,
  locale: 'en-GB',
  timezoneId: 'UTC',
};

/** Takes screenshots in light and dark, with `onPhone` also at 390 px, with `onWide` at 1920 px. */
export async function takeScreenshot(
  page: Page,
  name: string,
  { onPhone = false, onWide = false } = {},
): Promise<void> {
  for (const viewport of [desktop, ...(onPhone ? [phone] : []), ...(onWide ? [wide] : [])]) {
    await page.setViewportSize(viewport);
    await page.mouse.move(viewport.width - 1, viewport.height - 1);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html.${colorScheme}`).waitFor();
      await page.evaluate(() => document.fonts.ready);
      const suffix = viewport === desktop ? '' : `-${viewport.width}`;
      const path = `${folder}/${name}-${colorScheme}${suffix}.png`;
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
      const { size } = statSync(path);
      const allowed = viewport === wide ? maxWideBytes : maxBytes;
      if (size > allowed) throw new Error(`${path} has ${size} bytes; ${allowed} are allowed`);
    }
  }
  await page.setViewportSize(desktop);
}
