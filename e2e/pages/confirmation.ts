import type { Locator, Page } from '@playwright/test';

/** Asks before something that matters; Cancel is the safe answer. */
export class Confirmation {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByRole('alertdialog');
  }
  get cancel(): Locator {
    return this.dialog.getByRole('button', { name: 'Cancel' });
  }
  get failure(): Locator {
    return this.dialog.getByRole('alert');
  }

  confirm(label: string): Locator {
    return this.dialog.getByRole('button', { name: label });
  }
}
