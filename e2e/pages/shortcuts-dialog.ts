import type { Locator } from '@playwright/test';
import { PageObject } from './open.ts';

/** The list of keyboard shortcuts. */
export class ShortcutsDialog extends PageObject {
  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  }
  /** Whether keys without Ctrl or ⌘ act. */
  get switch(): Locator {
    return this.dialog.getByRole('checkbox', { name: /^Shortcuts without Ctrl/ });
  }
  get close(): Locator {
    return this.dialog.getByRole('button', { name: 'Close' });
  }
}
