import { expect, type Locator, type Page } from '@playwright/test';

/** What a list of leads or a board is filtered by. */
export class FilterBar {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get add(): Locator {
    return this.page.getByRole('button', { name: 'Add filter', exact: true });
  }
  get clear(): Locator {
    return this.page.getByRole('button', { name: 'Clear filters' });
  }
  /** How many leads are found; opens their steps and owners. */
  get total(): Locator {
    return this.page.getByTestId('leads-total');
  }

  /** The button that removes a filter: `Source: Google`. */
  chip(label: string): Locator {
    return this.page.getByRole('button', { name: `Remove the filter ${label}` });
  }
  /** The button that changes a filter. */
  change(filter: string): Locator {
    return this.page.getByRole('group', { name: filter, exact: true }).getByRole('button').first();
  }
  /** A value in an open menu. */
  value(name: string): Locator {
    return this.page
      .getByRole('menuitemcheckbox', { name, exact: true })
      .or(this.page.getByRole('menuitemradio', { name, exact: true }));
  }
  async choose(filter: string, value: string): Promise<void> {
    await this.add.click();
    await this.page.getByRole('menuitem', { name: filter, exact: true }).click();
    await this.value(value).click();
    const menus = this.page.getByRole('menu');
    await expect(async () => {
      if ((await menus.count()) > 0) await this.page.keyboard.press('Escape');
      await expect(menus).toHaveCount(0, { timeout: 100 });
    }).toPass();
  }
}
