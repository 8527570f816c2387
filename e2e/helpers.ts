import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { KeyDialog } from './pages/dialogs.ts';
import type { Panel } from './panel.ts';

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

/** Opens the form for a new key and fills in the name. */
export async function startKey(page: Page, panel: Panel) {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const name = unique('Key');
  panel.removeAtEnd(name);
  await keys.open(panel.company);
  await keys.create.click();
  await dialog.name.fill(name);

  return { keys, dialog, name };
}
