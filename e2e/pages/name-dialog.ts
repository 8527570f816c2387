import type { Locator, Page } from '@playwright/test';

/** Asks for one name: of a funnel or of a step. */
export class NameDialog {
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
  get save(): Locator {
    return this.dialog.getByRole('button', { name: 'Save' });
  }
}
