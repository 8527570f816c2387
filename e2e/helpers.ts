import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

/** `Key 3f9a1c02`: a unique name, because tests share one installation. */
export function unique(name: string): string {
  return `${name} ${randomUUID().slice(0, 8)}`;
}

/** Reads the clipboard by pasting, which also works on http hosts. */
export async function readClipboard(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await page.setContent('<textarea></textarea>');
  const area = page.getByRole('textbox');
  await area.press('ControlOrMeta+V');
  const text = await area.inputValue();
  await page.close();

  return text;
}

/**
 * The code that an authenticator app shows for a secret.
 *
 * @param stepsLater number of 30-second steps from now
 */
export function codeOf(secret: string, stepsLater = 0): string {
  const timestamp = Date.now() + stepsLater * 30_000;

  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/**
 * Ends the session of an open page. The bell calls the server once a page is hydrated: a refusal of that
 * call would open the sign-in page during the click that the test means, and a click on a page that is
 * left hangs.
 */
export async function endSession(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => name.includes('notifications.list')),
  );
  await page.context().clearCookies();
}
