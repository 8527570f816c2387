import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

type Action =
  | 'Rename'
  | 'Move up'
  | 'Move down'
  | 'Move to top'
  | 'Move to bottom'
  | 'Move to position…'
  | 'Archive';

export class FunnelsPage extends PageObject {
  get newFunnel(): Locator {
    return this.page.getByRole('button', { name: 'New funnel' });
  }
  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search funnels' });
  }
  get rows(): Locator {
    return this.page.getByTestId(/^funnel-row-/);
  }
  get names(): Locator {
    return this.rows.getByRole('rowheader');
  }
  get readOnlyNote(): Locator {
    return this.page.getByText('You can view funnels and steps.');
  }
  get error(): Locator {
    return this.page.getByRole('alert').filter({ hasText: 'The funnels could not be loaded' });
  }

  /* By text: role locators find nothing behind an open dialog. */
  row(name: string): Locator {
    return this.rows.filter({ has: this.page.getByText(name, { exact: true }) });
  }
  link(name: string): Locator {
    return this.page.getByRole('link', { name, exact: true });
  }
  menuOf(name: string): Locator {
    return this.page.getByRole('button', { name: `Actions for ${name}` });
  }
  openMenu(name: string): Locator {
    return this.page.getByRole('menu', { name: `Actions for ${name}` });
  }
  tab(name: 'Current' | 'Archived'): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${name}`) });
  }
  column(name: string): Locator {
    return this.page.getByRole('columnheader', { name });
  }
  restore(name: string): Locator {
    return this.row(name).getByRole('button', { name: 'Restore' });
  }

  async open(company: string, query = ''): Promise<void> {
    await open(this.page, `/${company}/funnels${query}`);
  }
  async act(name: string, action: Action): Promise<void> {
    await this.menuOf(name).click();
    await this.openMenu(name).getByRole('menuitem', { name: action }).click();
  }
}
