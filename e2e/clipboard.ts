import type { BrowserContext } from '@playwright/test';

/** What pasting gives: the only proof that something was copied, on plain http too. */
export async function pasted(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await page.setContent('<textarea></textarea>');
  const area = page.getByRole('textbox');
  await area.press('ControlOrMeta+V');
  const text = await area.inputValue();
  await page.close();

  return text;
}
