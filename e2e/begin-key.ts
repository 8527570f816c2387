import type { Page } from '@playwright/test';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { KeyDialog } from './pages/key-dialog.ts';
import type { Panel } from './panel.ts';
import { unique } from './unique.ts';

/** Begins to create a key by hand: the form is open, with nothing filled in but the name. */
export async function beginKey(page: Page, panel: Panel) {
  const keys = new ApiKeysPage(page);
  const dialog = new KeyDialog(page);
  const name = unique('Key');
  panel.willRemove(name);
  await keys.open(panel.company);
  await keys.create.click();
  await dialog.name.fill(name);

  return { keys, dialog, name };
}
