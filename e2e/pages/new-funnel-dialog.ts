import type { Locator, Page } from '@playwright/test';

export class NewFunnelDialog {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'New funnel' });
  }
  get name(): Locator {
    return this.dialog.getByLabel('Name', { exact: true });
  }
  get steps(): Locator {
    return this.dialog.getByLabel(/^Name of step \d+$/);
  }
  get addStep(): Locator {
    return this.dialog.getByRole('button', { name: 'Add a step' });
  }
  get failure(): Locator {
    return this.dialog.getByRole('alert');
  }
  get submit(): Locator {
    return this.dialog.getByRole('button', { name: 'Create funnel' });
  }

  template(name: string): Locator {
    return this.dialog.getByRole('radio', { name });
  }
  step(number: number): Locator {
    return this.dialog.getByLabel(`Name of step ${number}`, { exact: true });
  }
  move(number: number, direction: 'up' | 'down'): Locator {
    return this.dialog.getByRole('button', { name: `Move step ${number} ${direction}` });
  }
  remove(number: number): Locator {
    return this.dialog.getByRole('button', { name: `Remove step ${number}` });
  }
}
