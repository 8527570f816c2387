import type { Locator, Page } from '@playwright/test';

/** A dialog with a form whose first field is a name. */
export class FormDialog {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }
  get name(): Locator {
    return this.dialog.getByLabel('Name', { exact: true });
  }
  get failure(): Locator {
    return this.dialog.getByRole('alert');
  }
}
